/**
 * Buttons that have just appeared do not answer to the press that was meant for something else.
 *
 * A button is disabled when it appears, and comes alive once it has been there for a moment and
 * no key and no finger is still down from before.
 */

const down = new Set();
let listening = false;

/** The guard must know of every press from the start, also those before the first button. */
export function watchPresses() {
  if (listening) return;
  listening = true;
  const on = (type, listener) => window.addEventListener(type, listener, true);
  on("keydown", (event) => down.add(event.code));
  on("keyup", (event) => down.delete(event.code));
  on("pointerdown", (event) => down.add(event.pointerId));
  on("pointerup", (event) => down.delete(event.pointerId));
  on("pointercancel", (event) => down.delete(event.pointerId));
  on("blur", () => down.clear());
}

/**
 * @param {HTMLButtonElement[]} buttons @param {number} quietMs without any press, before they live
 * @param {() => void} ready
 */
export function arm(buttons, quietMs, ready) {
  for (const button of buttons) button.disabled = true;
  let quietSince = performance.now();
  const timer = setInterval(() => {
    if (!buttons.some((button) => button.isConnected)) {
      clearInterval(timer);
      return;
    }
    const now = performance.now();
    if (down.size > 0) quietSince = now;
    if (now - quietSince < quietMs) return;
    clearInterval(timer);
    ready();
  }, 40);
}

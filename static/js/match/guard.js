/**
 * Buttons that have just appeared do not answer to the press that was meant for something else.
 *
 * A button is disabled when it appears, and comes alive once nobody has pressed anything for a
 * moment: no key and no finger is still down from before, and none comes down again and again.
 */

/** What presses a button. Only these are waited for: of others a browser may swallow the end. */
const PRESSING_KEYS = new Set(["Enter", "NumpadEnter", "Space"]);
const LOOK_EVERY_MS = 40;

/** @type {Set<string>} */
const keysDown = new Set();
/** @type {Set<number>} */
const pointersDown = new Set();
let pressedAt = -Infinity;
let listening = false;

function pressed() {
  pressedAt = performance.now();
}

function isDown() {
  return keysDown.size + pointersDown.size > 0;
}

/** @param {KeyboardEvent} event */
function keyDown(event) {
  if (PRESSING_KEYS.has(event.code)) keysDown.add(event.code);
  pressed();
}

/** @param {KeyboardEvent} event */
function keyUp(event) {
  keysDown.delete(event.code);
  // While Command is down a Mac tells of no other key that goes up.
  if (event.key === "Meta") keysDown.clear();
  pressed();
}

/** @param {PointerEvent} event */
function pointerDown(event) {
  if (event.button === 0) pointersDown.add(event.pointerId);
  pressed();
}

/** @param {PointerEvent} event */
function pointerUp(event) {
  if (pointersDown.delete(event.pointerId)) pressed();
}

/** A mouse whose button went up over a menu or another window. @param {PointerEvent} event */
function pointerMove(event) {
  if (event.buttons === 0) pointerUp(event);
}

function letGo() {
  keysDown.clear();
  pointersDown.clear();
  pressed();
}

/** The guard must know of every press from the start, also those before the first button. */
export function watchPresses() {
  if (listening) return;
  listening = true;
  const on = (/** @type {string} */ type, /** @type {(event: any) => void} */ listener) => window.addEventListener(type, listener, true);
  on("keydown", keyDown);
  on("keyup", keyUp);
  on("pointerdown", pointerDown);
  on("pointerup", pointerUp);
  on("pointercancel", pointerUp);
  on("pointermove", pointerMove);
  on("blur", ({ target }) => target === window && letGo());
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
    quietSince = isDown() ? now : Math.max(quietSince, pressedAt);
    if (now - quietSince < quietMs) return;
    clearInterval(timer);
    ready();
  }, LOOK_EVERY_MS);
}

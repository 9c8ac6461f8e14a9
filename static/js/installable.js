/** Gives this browser the worker of the house (worker.js), which makes it an app and speaks without a line. */

const link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel='manifest']"));

async function install() {
  const path = link?.dataset.worker;
  if (!path || !("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(path, { updateViaCache: "none" });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ language: document.documentElement.lang });
  } catch {
    // A browser that lets no worker in, as some do in private windows, shows the house all the same.
  }
}

// The first page is drawn before anything is kept for later ones.
if (document.readyState === "complete") install();
else window.addEventListener("load", install, { once: true });

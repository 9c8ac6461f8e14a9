/** The page without a line: it looks again by itself, and goes on where its reader wanted to be. */

const LOOK_EVERY_MS = 5_000;

const { probe = "/", offline = "" } = document.body.dataset;

async function look() {
  try {
    const answer = await fetch(probe, { method: "HEAD", cache: "no-store" });
    if (!answer.ok) return;
  } catch {
    return;
  }
  if (location.pathname === offline) location.replace("/");
  else location.reload();
}

window.addEventListener("online", look);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) look();
});
setInterval(look, LOOK_EVERY_MS);

/**
 * The readable page of the REST interface: hands the description to the viewer, and the CSRF
 * token to every request that is tried out.
 */

/** @type {any} The viewer's only name, made by its own script, which stands before this one. */
const makeViewer = /** @type {any} */ (window).SwaggerUIBundle;
const place = /** @type {HTMLElement} */ (document.getElementById("api"));

/** The value of a cookie, "" without one. @param {string} name @returns {string} */
function cookie(name) {
  const found = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
  return found === undefined ? "" : decodeURIComponent(found.slice(name.length + 1));
}

/** @param {{ method?: string, headers: Record<string, string> }} request */
function withCsrfToken(request) {
  if (request.method !== undefined && request.method !== "GET") {
    request.headers["X-CSRFToken"] = cookie("csrftoken");
  }
  return request;
}

// The viewer draws a main part of its own, within that of the page.
new MutationObserver(() => {
  place.querySelector("main:not([role])")?.setAttribute("role", "presentation");
}).observe(place, { childList: true, subtree: true });

makeViewer({
  url: place.dataset.schema,
  domNode: place,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  validatorUrl: null,
  requestInterceptor: withCsrfToken,
});

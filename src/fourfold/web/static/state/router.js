// @ts-check
// The addresses of the page: /, /game/ID, /position/RULES:MOVES, /history and those of the screens,
// with the variation that is shown (?line=) or the lines of a study board (?lines=); and those of
// the screens, such as /learn/LESSON, under whatever path the server has given to <base>; with /review after a
// game or a position, its review.

/** @typedef {{page: string, what: string, review: boolean, secret: string, ply: number | null, line: string, lines: string[]}} Route */

/** @returns {Route} */
export function readRoute() {
  const base = new URL(".", document.baseURI).pathname;
  const path = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : "";
  const [page, ...rest] = path.split("/");
  const review = rest.length > 1 && rest.at(-1) === "review";
  const what = decode((review ? rest.slice(0, -1) : rest).join("/"));
  const query = new URLSearchParams(location.search);
  const ply = query.get("ply");
  return {
    page: page || "home",
    what,
    review,
    secret: decode(location.hash.slice(1)),
    line: query.get("line") ?? "",
    lines: (query.get("lines") ?? "").split(",").filter(Boolean),
    ply: ply !== null && /^\d{1,3}$/.test(ply) ? Number(ply) : null,
  };
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Change the address without loading anything.
 * @param {string} path relative to the base
 * @param {boolean} [replace]
 */
export function setAddress(path, replace = false) {
  const target = new URL(path, document.baseURI).href;
  if (target === location.href) return;
  if (replace) history.replaceState(null, "", target);
  else history.pushState(null, "", target);
}

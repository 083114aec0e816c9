// @ts-check
// The second click of a double click is meant for what the first one pressed. If something else has
// come into its place meanwhile, such as "Yes, resign" or the board behind a dialog, the click does
// nothing; nor does a key that is held down while the focus moves on.

const INTERVAL = 500; // milliseconds between the clicks of a double click, at most
const DISTANCE = 24; // pixels between them: fingers are not exact

/** @param {Document} page */
export function ignoreSecondClicks(page) {
  /** @type {{target: Element, at: number, x: number, y: number} | null} */
  let first = null;
  page.addEventListener(
    "click",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      const { timeStamp: at, clientX: x, clientY: y } = event;
      if (event.detail === 0) return; // by a key or a script
      const isNear = first && at - first.at < INTERVAL && Math.hypot(x - first.x, y - first.y) < DISTANCE;
      // A mouse counts its clicks, a finger does not.
      const isSecond = /** @type {PointerEvent} */ (event).pointerType === "mouse" ? event.detail > 1 : isNear;
      if (first && isSecond && !isShown(first.target)) {
        event.preventDefault();
        event.stopPropagation();
      } else first = { target, at, x, y };
    },
    true,
  );

  /** @type {EventTarget | null} */
  let pressed = null;
  page.addEventListener(
    "keydown",
    (event) => {
      if (!event.repeat) pressed = event.target;
      else if (event.target !== pressed && ["Enter", " "].includes(event.key)) event.preventDefault();
    },
    true,
  );
}

/** @param {Element} element */
function isShown(element) {
  return element.isConnected && element.getClientRects().length > 0;
}

// @ts-check
// How pieces move: they fall as things fall, with a time like the square root of the height, and
// bounce once a little. Nothing here waits: a piece is in its place from the first moment on,
// only drawn on its way there.

const SECONDS_A_CELL = 0.125; // the fall through one cell; n cells take sqrt(n) times as long
const BOUNCE = 0.24; // the part of its speed that a piece keeps
// A cubic curve can be a parabola exactly: these two are t² and its mirror image.
const FALLING = "cubic-bezier(0.3333, 0, 0.6667, 0.3333)";
const RISING = "cubic-bezier(0.3333, 0.6667, 0.6667, 1)";

/** Return how long a piece falls until it lies still, in milliseconds. @param {number} cells how far it falls */
export function fallTime(cells) {
  return 1000 * SECONDS_A_CELL * Math.sqrt(cells + 0.02) * (1 + 2 * BOUNCE);
}

/**
 * @param {SVGElement} element a piece about its own place
 * @param {number} cells how far it falls
 */
export function animateFall(element, cells) {
  const height = cells + 0.02;
  const down = Math.sqrt(height);
  const bounce = 2 * BOUNCE * down;
  const total = down + bounce;
  const up = BOUNCE * BOUNCE * height;
  element.animate(
    [
      { transform: `translateY(${-height}px)`, easing: FALLING, offset: 0 },
      { transform: "translateY(0)", easing: RISING, offset: down / total },
      { transform: `translateY(${-up}px)`, easing: FALLING, offset: (down + bounce / 2) / total },
      { transform: "translateY(0)", offset: 1 },
    ],
    { duration: fallTime(cells) },
  );
}

/**
 * A piece that was taken back.
 * @param {SVGElement} element
 * @param {boolean} atOnce
 */
export function animateRemoval(element, atOnce) {
  if (atOnce) {
    element.remove();
    return;
  }
  const animation = element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 140 });
  animation.onfinish = () => element.remove();
  animation.oncancel = () => element.remove();
}

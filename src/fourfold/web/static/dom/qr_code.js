// @ts-check
// QR codes (ISO/IEC 18004): a text as bytes, error correction M, versions 1 to 10, so that a link of
// up to 213 bytes can be read from the screen by the camera of a phone.
//
//     drawQrCode(link, label)      an SVG element, or null if the text is too long
import { s } from "./elements.js";

/** @typedef {boolean[][]} Modules by row, then column; true is dark */

// Of error correction M, by version from 1.
const CHECK_LENGTHS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]; // check bytes in each block
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const TOTALS = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346]; // data and check bytes together
/** The centres of the alignment patterns, as rows and as columns. */
const ALIGNMENT = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50]];
const QUIET = 4; // light modules around the code

/** @type {((row: number, column: number) => boolean)[]} which modules each mask inverts */
const MASKS = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/**
 * Draw the QR code of a text, dark on light in every theme.
 * @param {string} text
 * @param {string} label what it is, for screen readers
 * @returns {SVGSVGElement | null} null if the text is too long
 */
export function drawQrCode(text, label) {
  const modules = encodeQr(text);
  if (!modules) return null;
  const size = modules.length + 2 * QUIET;
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")))
    .join("");
  return s(
    "svg",
    { class: "qr-code", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    s("rect", { class: "qr-light", width: size, height: size }),
    s("path", { class: "qr-dark", d: path }),
  );
}

/**
 * @param {string} text
 * @returns {Modules | null} null if the text is too long
 */
export function encodeQr(text) {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + TOTALS.findIndex((_, index) => bytes.length <= capacity(index + 1));
  if (version === 0) return null;
  const words = addCheckBytes(version, dataBytes(version, bytes));
  const { modules, isFixed } = drawPatterns(version);
  placeBits(modules, isFixed, words);
  /** @type {{modules: Modules, penalty: number} | null} */
  let best = null;
  for (const mask of MASKS.keys()) {
    const masked = modules.map((row, y) => row.map((isDark, x) => isDark !== (!isFixed[y][x] && MASKS[mask](y, x))));
    drawFormat(masked, mask);
    const penalty = penaltyOf(masked);
    if (!best || penalty < best.penalty) best = { modules: masked, penalty };
  }
  return best && best.modules;
}

// --- the bytes -----------------------------------------------------------------------------------

/** @param {number} version how many bytes the length of the text takes */
const lengthBytes = (version) => (version < 10 ? 1 : 2);

/** @param {number} version */
const dataLength = (version) => TOTALS[version - 1] - BLOCKS[version - 1] * CHECK_LENGTHS[version - 1];

/** How many bytes of text fit. @param {number} version */
const capacity = (version) => Math.floor((8 * dataLength(version) - 4 - 8 * lengthBytes(version)) / 8);

/** The mode, the length, the text, and padding. @param {number} version @param {Uint8Array} text */
function dataBytes(version, text) {
  const length = lengthBytes(version) === 1 ? [text.length] : [text.length >> 8, text.length & 255];
  const whole = [...length, ...text];
  // The mode takes half a byte, 0100, so that everything after it is shifted by four bits.
  const data = whole.map((byte, index) => (((index ? whole[index - 1] : 0b0100) << 4) | (byte >> 4)) & 255);
  data.push((whole[whole.length - 1] << 4) & 255);
  for (let pad = 0xec; data.length < dataLength(version); pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

/** Divide the data into blocks, add each block's check bytes, and interleave. @param {number} version @param {number[]} data */
function addCheckBytes(version, data) {
  const count = BLOCKS[version - 1];
  const checkLength = CHECK_LENGTHS[version - 1];
  const shorter = Math.floor(data.length / count);
  const longerFrom = count - (data.length % count); // the last blocks have a byte more
  const divisor = makeDivisor(checkLength);
  const blocks = [];
  for (let index = 0, at = 0; index < count; index++) {
    const end = at + shorter + (index >= longerFrom ? 1 : 0);
    blocks.push(data.slice(at, end));
    at = end;
  }
  const checks = blocks.map((block) => remainderOf(block, divisor));
  const interleave = (/** @type {number[][]} */ rows) =>
    [...rows[rows.length - 1].keys()].flatMap((index) => rows.flatMap((row) => (index < row.length ? [row[index]] : [])));
  return [...interleave(blocks), ...interleave(checks)];
}

/** Multiply in the field of 256 elements that QR codes use. @param {number} a @param {number} b */
function multiply(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product >> 7 ? 0x11d : 0);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/** The coefficients of (x - 1)(x - 2)(x - 4)…, without the first, which is 1. @param {number} degree */
function makeDivisor(degree) {
  const divisor = Array(degree).fill(0);
  divisor[degree - 1] = 1;
  for (let step = 0, root = 1; step < degree; step++, root = multiply(root, 2)) {
    for (let index = 0; index < degree; index++) {
      divisor[index] = multiply(divisor[index], root) ^ (divisor[index + 1] ?? 0);
    }
  }
  return divisor;
}

/** The check bytes of a block. @param {number[]} block @param {number[]} divisor */
function remainderOf(block, divisor) {
  let rest = Array(divisor.length).fill(0);
  for (const byte of block) {
    const factor = byte ^ rest[0];
    rest = [...rest.slice(1), 0].map((value, index) => value ^ multiply(divisor[index], factor));
  }
  return rest;
}

// --- the picture -----------------------------------------------------------------------------------

/** Everything that is not data. @param {number} version @returns {{modules: Modules, isFixed: Modules}} */
function drawPatterns(version) {
  const size = 17 + 4 * version;
  const make = () => Array.from({ length: size }, () => Array(size).fill(false));
  const modules = make();
  const isFixed = make();
  const set = (/** @type {number} */ row, /** @type {number} */ column, /** @type {boolean} */ isDark) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    modules[row][column] = isDark;
    isFixed[row][column] = true;
  };
  // Squares within squares around a centre: `rings` tells which distances are dark.
  const square = (/** @type {number} */ row, /** @type {number} */ column, /** @type {boolean[]} */ rings) => {
    const reach = rings.length - 1;
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) set(row + dy, column + dx, rings[Math.max(Math.abs(dy), Math.abs(dx))]);
    }
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const finder = [true, true, false, true, false];
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) square(row, column, finder);
  const places = ALIGNMENT[version - 1].length ? [6, ...ALIGNMENT[version - 1]] : [];
  const last = places[places.length - 1];
  for (const row of places) {
    for (const column of places) {
      const isCorner = (row === 6 && column === 6) || (row === 6 && column === last) || (row === last && column === 6);
      if (!isCorner) square(row, column, [true, false, true]);
    }
  }
  // The places of the format are kept free for `drawFormat`.
  for (let at = 0; at < 9; at++) {
    isFixed[8][at] = true;
    isFixed[at][8] = true;
    if (at < 8) isFixed[8][size - 1 - at] = isFixed[size - 1 - at][8] = true;
  }
  if (version >= 7) {
    const bits = (version << 12) | checkBits(version, 12, 0x1f25);
    for (let index = 0; index < 18; index++) {
      const isDark = ((bits >> index) & 1) === 1;
      const [far, near] = [size - 11 + (index % 3), Math.floor(index / 3)];
      set(near, far, isDark);
      set(far, near, isDark);
    }
  }
  return { modules, isFixed };
}

/** Fill in the data in its zigzag from the lower right. @param {Modules} modules @param {Modules} isFixed @param {number[]} words */
function placeBits(modules, isFixed, words) {
  const size = modules.length;
  let index = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5; // the column of the timing pattern
    for (let step = 0; step < size; step++) {
      const isUpward = ((right + 1) & 2) === 0;
      const row = isUpward ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (isFixed[row][column] || index >= 8 * words.length) continue;
        modules[row][column] = ((words[index >> 3] >> (7 - (index & 7))) & 1) === 1;
        index++;
      }
    }
  }
}

/** Write the level of error correction (M is 00) and the mask, twice. @param {Modules} modules @param {number} mask */
function drawFormat(modules, mask) {
  const size = modules.length;
  const bits = ((mask << 10) | checkBits(mask, 10, 0x537)) ^ 0x5412;
  const isDark = (/** @type {number} */ index) => ((bits >> index) & 1) === 1;
  for (let index = 0; index < 15; index++) {
    const [row, column] = index < 8 ? [index < 6 ? index : index + 1, 8] : [8, index === 8 ? 7 : 14 - index];
    modules[row][column] = isDark(index);
    if (index < 8) modules[8][size - 1 - index] = isDark(index);
    else modules[size - 15 + index][8] = isDark(index);
  }
  modules[size - 8][8] = true;
}

/** The check bits of a short number. @param {number} value @param {number} count @param {number} divisor */
function checkBits(value, count, divisor) {
  let rest = value;
  for (let step = 0; step < count; step++) rest = (rest << 1) ^ (((rest >> (count - 1)) & 1) * divisor);
  return rest;
}

/** How hard a code is to read: runs, blocks, what looks like a finder, and an uneven share of dark. @param {Modules} modules */
function penaltyOf(modules) {
  const size = modules.length;
  const columns = modules.map((_, x) => modules.map((row) => row[x]));
  let penalty = 0;
  let dark = 0;
  for (const line of [...modules, ...columns]) {
    const text = line.map((isDark) => (isDark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
    // Overlapping ones count, too.
    for (const pattern of ["10111010000", "00001011101"]) {
      for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) penalty += 40;
    }
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (modules[y][x]) dark++;
      const isDark = modules[y][x];
      if (y && x && isDark === modules[y - 1][x] && isDark === modules[y][x - 1] && isDark === modules[y - 1][x - 1]) penalty += 3;
    }
  }
  return penalty + 10 * Math.floor(Math.abs((20 * dark) / (size * size) - 10));
}

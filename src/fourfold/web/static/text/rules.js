// @ts-check
// The rules in short, as the page tells them.

/** @type {{title: string, demo: "four" | "forbidden" | "star", text: string[]}[]} */
export const RULES = [
  {
    title: "Four in a row",
    demo: "four",
    text: [
      "Two players take turns. A move is one piece, dropped into a column: it falls to the lowest free cell.",
      "Whoever has four of their own pieces in a row first wins: across, straight up, or on either slant. If the board is full and nobody has four, it is a draw.",
      "Boards have 4 to 12 columns and rows. The classic board has seven columns and six rows.",
      "Cells have names: d3 is the fourth column from the left and the third row from the bottom.",
    ],
  },
  {
    title: "Forbidden cells",
    demo: "forbidden",
    text: [
      "A red X marks a forbidden cell. No piece ever lies there, and no row of four runs through it.",
      "Pieces fall past it while a cell below it is free. After that they land right above it.",
    ],
  },
  {
    title: "The star and the ban",
    demo: "star",
    text: [
      "Some boards have a star. A piece that lands on it is an ordinary piece: if it makes four, it wins.",
      "If it does not, the same player drops a ban at once, into any column with room. The ban is a neutral piece: it blocks rows for both and stays for good. Then the other player moves. There is one star, and it works once.",
    ],
  },
];

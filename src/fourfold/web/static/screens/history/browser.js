// @ts-check
// Who this browser is, and how to be the same player in another one: by a code, or by a file.
import { createCopyLine } from "../../dialogs/copy_line.js";
import { createButton, createField } from "../../dom/controls.js";
import { h, setText } from "../../dom/elements.js";
import { address, api } from "../../server/api.js";
import { becomePlayer, readPlayerFile, writePlayerFile } from "../../state/carry_over.js";
import { parsePlayerCode, playerCode } from "../../state/identity.js";
import { NO_CODE, codeText, leavingText } from "../../text/history.js";

/** @typedef {import("../../state/carry_over.js").Carried} Carried */

export class BrowserPart {
  constructor() {
    this.problem = h("p", { class: "problem", role: "alert" });
    this.question = h("section", { class: "carry-question", "aria-label": "Be another player here", tabindex: -1, hidden: true });
    this.root = h("div", { class: "browser-part" });
    this.#draw();
  }

  #draw() {
    const shown = playerCode().match(/.{1,7}/g)?.join("-") ?? "";
    const entered = h("input", { type: "text", autocomplete: "off", spellcheck: "false", autocapitalize: "none" });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const code = parsePlayerCode(entered.value);
      if (code) void this.#ask({ code, kept: {} });
      else this.#refuse(NO_CODE);
    };
    this.root.append(
      h("h3", {}, "This browser is you"),
      h(
        "p",
        {},
        "There are no accounts. This browser has a code of its own, and whoever has the code is you: your games, " +
          "your statistics and your puzzles. Keep it to yourself.",
      ),
      createCopyLine("Your code", shown, "Enter it on another device, and you are the same player there."),
      h(
        "div",
        { class: "carry-row" },
        createButton("Download a file", () => this.#download(), { icon: "download" }),
        h("span", { class: "field-help" }, "It also has your seats in games that are not finished, your settings and your lessons."),
      ),
      h("h3", {}, "You have played in another browser"),
      h(
        "form",
        { class: "carry-form", on: { submit } },
        createField("Code from another browser", entered),
        createButton("Use this code", () => {}, { type: "submit" }),
      ),
      h("div", { class: "carry-row" }, ...this.#createUpload()),
      this.problem,
      this.question,
    );
  }

  #createUpload() {
    const file = h("input", { type: "file", class: "unseen", tabindex: -1, accept: ".json", "aria-label": "A file of a player" });
    file.addEventListener("change", async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      try {
        await this.#ask(readPlayerFile(await chosen.text()));
      } catch (error) {
        this.#refuse(error instanceof Error ? error.message : String(error));
      }
      file.value = "";
    });
    return [createButton("Read a file", () => file.click(), { icon: "upload" }), file];
  }

  #download() {
    const url = URL.createObjectURL(new Blob([writePlayerFile()], { type: "application/json" }));
    h("a", { href: url, download: "fourfold-player.json" }).click();
    window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  /** @param {string} text */
  #refuse(text) {
    this.question.hidden = true;
    setText(this.problem, text);
  }

  /** Say what a code has, and what becomes of the present player. @param {Carried} carried */
  async #ask(carried) {
    if (carried.code === playerCode() && !Object.keys(carried.kept).length) {
      this.#refuse("This browser has that code already.");
      return;
    }
    setText(this.problem, "");
    try {
      const [theirs, mine] = await Promise.all([api.me(carried.code), api.me()]);
      const isSame = carried.code === playerCode();
      const accept = createButton("Be this player", () => this.#become(carried), { class: "is-primary" });
      this.question.replaceChildren(
        h("p", {}, h("b", {}, codeText(theirs))),
        ...(isSame
          ? [h("p", {}, "The file is of the player who this browser is: its seats and settings are taken over.")]
          : [h("p", {}, leavingText(mine)), createCopyLine("The code that this browser has now", playerCode())]),
        h("div", { class: "carry-row" }, accept, createButton("Cancel", () => this.#refuse(""))),
      );
      this.question.hidden = false;
      accept.focus();
    } catch (error) {
      this.#refuse(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {Carried} carried */
  #become(carried) {
    becomePlayer(carried);
    location.assign(address("history")); // everything is read again
  }
}

// @ts-check
// Server-sent events, read from the chunks of a response.

/** Collects chunks and returns the events that they complete. */
export class EventParser {
  constructor() {
    this.decoder = new TextDecoder();
    this.text = "";
  }

  /**
   * @param {Uint8Array} chunk
   * @returns {{name: string, data: any}[]}
   */
  push(chunk) {
    this.text += this.decoder.decode(chunk, { stream: true }).replaceAll("\r\n", "\n");
    const events = this.text.split("\n\n");
    this.text = events.pop() ?? "";
    return events.flatMap(parseEvent);
  }
}

/** @param {string} text one event, as the stream writes it; a comment is none */
function parseEvent(text) {
  let name = "message";
  const data = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).trim());
  }
  return data.length ? [{ name, data: JSON.parse(data.join("\n")) }] : [];
}

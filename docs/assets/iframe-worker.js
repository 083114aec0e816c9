/* Lets the search run where the site is opened from a file, without a server.

   The search runs in a worker, and browsers start no worker from a file. There a hidden frame takes its
   place: its scripts run in this page's own thread, and messages are passed on as a worker's are. The name
   of this file tells the theme's plugin `offline` that it need not fetch such a script from elsewhere. */
"use strict";

if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      const worker = new URL(url, document.baseURI);

      /* What the worker says comes out here. */
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));

      /* Scripts that the worker asks for, one after the other. A worker waits for them; the scripts
         of the search are told by the promise that they return. */
      const load = (address) =>
        new Promise((resolve, reject) => {
          const script = inside.document.createElement("script");
          script.src = new URL(address, worker).href;
          script.onload = () => resolve();
          script.onerror = () => reject(new Error(`${script.src} could not be loaded`));
          inside.document.body.append(script);
        });
      inside.importScripts = (...addresses) =>
        addresses.reduce((before, address) => before.then(() => load(address)), Promise.resolve());

      this.inside = inside;
      this.ready = load(worker);
      this.ready.catch((error) => this.dispatchEvent(new ErrorEvent("error", { error })));
    }

    /* Hand a message to the worker, once its script is there. */
    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
}

// Parts of a page that renew themselves while somebody looks at them: elements with data-live="seconds" and
// hx-trigger="renew". The tag of the last answer goes along, so that an unchanged page is a 304 and nothing is swapped.
"use strict";
(() => {
  const tags = new Map(); // address -> the ETag of what is shown
  const due = new Map(); // id of an element -> when it is to be asked for again
  let focused = null; // the address of the link that has the focus while its part is exchanged

  const look = () => {
    if (document.hidden) return;
    for (const part of document.querySelectorAll("[data-live]")) {
      const pause = 1000 * Number(part.dataset.live);
      if (!due.has(part.id)) due.set(part.id, Date.now() + pause);
      if (Date.now() < due.get(part.id)) continue;
      due.set(part.id, Date.now() + pause);
      part.dispatchEvent(new CustomEvent("renew"));
    }
  };

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const tag = detail.verb === "get" && detail.elt.dataset.live && tags.get(detail.path);
    if (tag) detail.headers["If-None-Match"] = tag;
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!detail.requestConfig.elt.dataset.live || detail.xhr.status !== 200) return;
    tags.set(detail.requestConfig.path, detail.xhr.getResponseHeader("ETag"));
    const active = document.activeElement;
    // What has an id of its own htmx finds again by itself.
    focused = detail.target.contains(active) && !active.id ? active.getAttribute("href") : null;
  });
  // Whoever was signed in is no more, or the page is gone: say so, rather than show for ever what was.
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (detail.requestConfig.elt.dataset.live && [403, 404].includes(detail.xhr.status)) location.reload();
  });
  document.addEventListener("htmx:afterSettle", () => {
    const link = focused && document.querySelector(`a[href="${CSS.escape(focused)}"]`);
    focused = null;
    link?.focus({ preventScroll: true });
  });
  // A clubhouse whose network is away for a moment looks again by itself; there is nothing to tell.
  document.addEventListener("visibilitychange", look);
  setInterval(look, 1000);
})();

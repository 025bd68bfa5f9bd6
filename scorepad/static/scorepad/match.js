// The arrow keys turn the steps of a round, as its buttons do. Everything else on the page works without this.
"use strict";
(() => {
  const buttons = { ArrowLeft: "step-back", ArrowRight: "step-next" };

  document.addEventListener("keydown", (event) => {
    const held = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    const button = !held && buttons[event.key] && document.getElementById(buttons[event.key]);
    if (!button || event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    button.click();
  });
})();

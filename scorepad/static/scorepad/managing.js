/* What a page for managing does better with a script: it copies a secret, and guesses at what only the browser knows. */

for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!navigator.clipboard) continue; // plain HTTP: the text is there to be selected
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = button.dataset.copied;
  });
}

for (const field of document.querySelectorAll("input[data-zone]")) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (here && field.value === field.defaultValue) field.value = here;
}

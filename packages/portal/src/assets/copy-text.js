// Copies what a button names: the button works only with this script, so the script shows it.
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  const say = () => (button.textContent = "Copied");
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(button.dataset.copy).then(say, () => {});
  });
}

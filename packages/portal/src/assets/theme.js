// Before anything is drawn: the theme that the reader chose on an earlier visit.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused: the system's theme holds.
}
if (matchMedia("(max-width: 52rem)").matches) {
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelector(".side-menu")?.removeAttribute("open");
  });
}

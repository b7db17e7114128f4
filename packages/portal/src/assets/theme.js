// Before anything is drawn: the theme that the reader chose on an earlier visit.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused: the system's theme holds.
}

// Applies the theme of an earlier visit before anything is drawn.
try {
  const theme = localStorage.getItem("lintel:theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is not available: the system's theme applies.
}

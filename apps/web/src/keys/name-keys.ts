const isMac = /Mac|iP(?:hone|ad)/.test(navigator.platform);

const names: Readonly<Record<string, string>> = {
  mod: isMac ? "⌘" : "Ctrl",
  shift: isMac ? "⇧" : "Shift",
  Enter: "Enter",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  " ": "Space",
};

/** The keys of a shortcut as they are written on the keyboard: `mod+k` becomes `⌘`, `K`. */
export function nameKeys(keys: string): string[] {
  if (keys.length === 1) return [names[keys] ?? keys.toUpperCase()];
  return keys.split(keys.includes("+") ? "+" : " ").map((key) => names[key] ?? key.toUpperCase());
}

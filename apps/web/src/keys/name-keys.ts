const isMac = /Mac|iP(?:hone|ad)/.test(navigator.platform);

const names: Readonly<Record<string, string>> = {
  mod: isMac ? "⌘" : "Ctrl",
  Enter: "Enter",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  " ": "Space",
};

/** The keys of a shortcut as they are written on the keyboard: `mod+k` becomes `⌘`, `K`. */
export function nameKeys(keys: string): string[] {
  return keys
    .split(keys.includes("+") && keys.length > 1 ? "+" : " ")
    .map((key) => names[key] ?? key.toUpperCase());
}

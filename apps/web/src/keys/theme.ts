import { readSetting, writeSetting } from "./settings.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export function readTheme(): Theme {
  const saved = readSetting("theme");
  return themes.find((theme) => theme === saved) ?? "system";
}

/** Shown at once, and at later visits before anything is drawn. */
export function applyTheme(theme: Theme): void {
  writeSetting("theme", theme === "system" ? null : theme);
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

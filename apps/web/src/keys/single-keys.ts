import { readSetting, writeSetting } from "./settings.ts";

// WCAG 2.1.4: people who speak to their computer must be able to switch off shortcuts of a single letter.

export const areSingleKeysOn = (): boolean => readSetting("single-keys") !== "off";

export function setSingleKeys(isOn: boolean): void {
  writeSetting("single-keys", isOn ? null : "off");
}

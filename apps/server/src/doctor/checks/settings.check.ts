import { ok, warning, type Check } from "./check.types.ts";

export const settingsCheck: Check = {
  name: "settings",
  summary: "Every variable named LINTEL_… is a setting.",
  async look({ unknownSettings }) {
    if (unknownSettings.length === 0) return [ok("Every variable named LINTEL_… is known.")];
    return unknownSettings.map((text) => warning(text, "Correct its name, or remove it."));
  },
};

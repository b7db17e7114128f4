import type { Severity } from "@lintel/contract/words/security";
import { writeBadge } from "@lintel/portal/badge";
import type { Markup } from "@lintel/portal/html";
import type { Tone } from "@lintel/tokens/tone.types";

/** As the web app shows a severity: never only by colour. */
const looks: Readonly<Record<Severity, readonly [tone: Tone, sign: string, word: string]>> = {
  critical: ["bad", "!", "Critical"],
  high: ["bad", "»", "High"],
  medium: ["warn", "›", "Medium"],
  low: ["info", "‹", "Low"],
  info: ["plain", "i", "Info"],
};

/** @param count - how many there are of it; absent: one finding is shown */
export function writeSeverity(severity: Severity, count?: number): Markup {
  const [tone, sign, word] = looks[severity];
  return writeBadge(tone, sign, count === undefined ? word : `${count} ${word.toLowerCase()}`);
}

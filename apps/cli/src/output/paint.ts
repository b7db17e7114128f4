import type { Environment } from "../command-line/command.types.ts";

const codes = { red: 31, green: 32, yellow: 33, cyan: 36, gray: 90, bold: 1 } as const;
export type Colour = keyof typeof codes;

/** Colours a text, or returns it unchanged. */
export type Paint = (colour: Colour, text: string) => string;

export const plainPaint: Paint = (_, text) => text;

export const colourPaint: Paint = (colour, text) => `\x1b[${codes[colour]}m${text}\x1b[0m`;

/** Colours for a terminal, unless NO_COLOR (no-color.org) is set; FORCE_COLOR enables them in pipes. */
export function choosePaint(env: Environment, isTerminal: boolean): Paint {
  if ((env["NO_COLOR"] ?? "") !== "") return plainPaint;
  const isForced = !["", "0", "false"].includes(env["FORCE_COLOR"] ?? "");
  return isForced || (isTerminal && env["TERM"] !== "dumb") ? colourPaint : plainPaint;
}

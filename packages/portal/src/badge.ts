import type { Tone } from "@lintel/tokens/tone.types";
import { markup, type Markup } from "./html.ts";

/** A status as a sign and a word on its ground, as in the web app: no status is shown by colour alone. */
export const writeBadge = (tone: Tone, sign: string, word: string): Markup =>
  markup`<span class="badge ${tone}"><span aria-hidden="true">${sign}</span> ${word}</span>`;

const methodTones: Readonly<Record<string, string>> = {
  GET: "good",
  POST: "info",
  PUT: "warn",
  PATCH: "warn",
  DELETE: "bad",
};

/** The method of an endpoint in the colour that it has in the web app, always equally wide. */
export function writeMethod(name: string): Markup {
  const method = name.toUpperCase();
  return markup`<span class="method ${methodTones[method] ?? "word"}">${method}</span>`;
}

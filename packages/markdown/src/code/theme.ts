import type { ThemeRegistration } from "@shikijs/primitive";
import dark from "@shikijs/themes/github-dark-high-contrast";
import light from "@shikijs/themes/github-light-high-contrast";

// Both themes are made from one template: their rules have the same selectors in the same order. So code is coloured
// once, in the light theme, and each of its colours becomes a class to which the stylesheet gives a colour in either
// theme.

interface ColourPair {
  readonly light: string;
  readonly dark: string;
}

function listRules(theme: ThemeRegistration) {
  return (theme.tokenColors ?? []).map(({ scope, settings }) => ({ scope, settings }));
}

function pairColours(): readonly ColourPair[] {
  const darkRules = listRules(dark);
  const pairs = new Map<string, string>();
  for (const [at, { scope, settings }] of listRules(light).entries()) {
    const other = darkRules[at];
    if (JSON.stringify(other?.scope) !== JSON.stringify(scope)) {
      throw new Error("The two themes of code have different rules.");
    }
    const [ours, theirs] = [settings.foreground, other?.settings.foreground];
    if (ours === undefined || theirs === undefined) continue;
    if ((pairs.get(ours) ?? theirs) !== theirs) {
      throw new Error(`The colour ${ours} of the light theme has two in the dark one.`);
    }
    pairs.set(ours, theirs);
  }
  return [...pairs].map(([light, dark]) => ({ light, dark }));
}

export const codeTheme: ThemeRegistration = light;

/** The colours of code. The class of each is `lm-k` and its index. */
export const codeColours = pairColours();

export const codeGround: ColourPair = { light: "#ffffff", dark: "#0a0c10" };
export const codeText: ColourPair = { light: "#0e1116", dark: "#f0f3f6" };

const classes = new Map(codeColours.map(({ light }, at) => [light, `lm-k${at}`]));

/** The class of a colour of the light theme; null for the colour of plain text. */
export const classOfColour = (colour: string): string | null =>
  colour.toLowerCase() === codeText.light ? null : (classes.get(colour.toLowerCase()) ?? null);

import { escapeText } from "./html.ts";

type Colour = readonly [red: number, green: number, blue: number];

/** Minimum contrast between text and background (WCAG 2.2 §1.4.3), plus a margin for tinted backgrounds. */
const minContrast = 5.5;
const grounds: Readonly<Record<"light" | "dark", Colour>> = {
  light: [255, 255, 255],
  dark: [14, 17, 22],
};

/** A typeface that the portal serves. */
export interface Typeface {
  readonly family: string;
  /** Address of the file with all weights. */
  readonly href: string;
}

/**
 * The stylesheet of a branding: its colour, darkened or lightened until it is legible on each background, and its
 * typeface. The browser shows the system's font until the typeface has loaded, and uses the typeface from the next page
 * on: nothing waits for it, and no layout shifts.
 */
export function writeBrandStyle(colour: string | null, typeface: Typeface | null): string {
  return [
    colour === null ? "" : `:root{--accent:${writeAccent(parseColour(colour))}}`,
    typeface === null ? "" : writeTypeface(typeface),
    "",
  ].join("\n");
}

function writeAccent(own: Colour): string {
  return `light-dark(${print(adjust(own, grounds.light))},${print(adjust(own, grounds.dark))})`;
}

function writeTypeface({ family, href }: Typeface): string {
  return `@font-face{font-family:"${family}";src:url("${href}") format("woff2");font-weight:100 900;font-display:optional}
:root{--sans:"${family}",system-ui,sans-serif}`;
}

/** The icon of a site that has none: the first letter of its name on its colour. */
export function writeSiteIcon(name: string, colour: string | null): string {
  const [first = ""] = Array.from(
    new Intl.Segmenter("en").segment(name.trim()),
    (part) => part.segment,
  );
  const ground = print(adjust(parseColour(colour ?? "#3346c9"), grounds.light));
  const letter = escapeText(first.toUpperCase());
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${ground}"/><text x="16" y="22.5" font-family="system-ui,sans-serif" font-size="19" font-weight="600" text-anchor="middle" fill="#fff">${letter}</text></svg>`;
}

/** @param colour - `#rrggbb` */
function parseColour(colour: string): Colour {
  const number = Number.parseInt(colour.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

/** Mixed with black or with white until the contrast is sufficient. */
function adjust(colour: Colour, ground: Colour): Colour {
  const target = luminance(ground) > 0.5 ? 0 : 255;
  for (let share = 0; share <= 1; share += 0.02) {
    const mixed = colour.map((part) => part + (target - part) * share) as unknown as Colour;
    if (contrast(mixed, ground) >= minContrast) return mixed;
  }
  return [target, target, target];
}

/** WCAG 2.2, definition of contrast ratio. */
export function contrast(one: Colour, other: Colour): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function print(colour: Colour): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

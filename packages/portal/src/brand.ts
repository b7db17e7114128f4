type Colour = readonly [red: number, green: number, blue: number];

/** Least contrast of a text with its ground (WCAG 2.2 §1.4.3), and a bit: some grounds are tinted. */
const leastContrast = 5.5;
const grounds: Readonly<Record<"light" | "dark", Colour>> = {
  light: [255, 255, 255],
  dark: [14, 17, 22],
};

/** The stylesheet of a branding: its colour, as dark or light as each ground needs to be read on it. */
export function writeBrandStyle(colour: string): string {
  const own = parseColour(colour);
  const light = print(adjust(own, grounds.light));
  const dark = print(adjust(own, grounds.dark));
  return [
    `:root{--accent:${light}}`,
    `@media(prefers-color-scheme:dark){:root:not([data-theme="light"]){--accent:${dark}}}`,
    `:root[data-theme="dark"]{--accent:${dark}}`,
    "",
  ].join("\n");
}

/** @param colour - `#rrggbb` */
function parseColour(colour: string): Colour {
  const number = Number.parseInt(colour.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

/** Mixed with black, or with white, until it stands out enough. */
function adjust(colour: Colour, ground: Colour): Colour {
  const target = luminance(ground) > 0.5 ? 0 : 255;
  for (let share = 0; share <= 1; share += 0.02) {
    const mixed = colour.map((part) => part + (target - part) * share) as unknown as Colour;
    if (contrast(mixed, ground) >= leastContrast) return mixed;
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

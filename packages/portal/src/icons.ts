import { markup, raw, type Markup } from "./html.ts";

/** Our own drawings on a grid of 16 × 16, in lines of the text colour, by the names that pages use. */
const drawings: Readonly<Record<string, string>> = {
  bell: "M3.5 11.5h9l-1-1.8V7a3.5 3.5 0 0 0-7 0v2.7zM6.7 13.5a1.4 1.4 0 0 0 2.6 0",
  book: "M8 4.3C6.5 3.2 4.6 2.8 2.5 3v9.5c2.1-.2 4 .2 5.5 1.3 1.5-1.1 3.4-1.5 5.5-1.3V3c-2.1-.2-4 .2-5.5 1.3zM8 4.3v9.5",
  bolt: "M9 2 3.5 9.2H8L7 14l5.5-7.2H8z",
  box: "M2.5 5 8 2.2 13.5 5v6L8 13.8 2.5 11zM2.5 5 8 7.8 13.5 5M8 7.8v6",
  bug: "M5.5 7.5a2.5 2.5 0 0 1 5 0V11a2.5 2.5 0 0 1-5 0zM6 5 4.5 3M10 5l1.5-2M5.5 9H2.5M10.5 9h3M5.8 12 3.5 13.5M10.2 12l2.3 1.5",
  calendar: "M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5V5M10.5 2.5V5",
  chart: "M2.5 13.5h11M4.5 11V8M8 11V4M11.5 11V6",
  check: "m3 8.5 3.3 3.3L13 4.5",
  clock: "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 4.5V8l2.5 1.5",
  cloud: "M4.8 12.5a3 3 0 0 1-.3-6 4 4 0 0 1 7.7 1 2.5 2.5 0 0 1-.4 5z",
  code: "M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5",
  compass: "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM10.5 5.5 9 9l-3.5 1.5L7 7z",
  database:
    "M13 4c0 1.1-2.2 2-5 2S3 5.1 3 4s2.2-2 5-2 5 .9 5 2zM3 4v8c0 1.1 2.2 2 5 2s5-.9 5-2V4M3 8c0 1.1 2.2 2 5 2s5-.9 5-2",
  download: "M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.5 13.5h11",
  file: "M4 2.5h5l3 3v8H4zM9 2.5v3h3",
  flag: "M3.5 14V2.5h8.5L10.5 5.5 12 8.5H3.5",
  flask: "M6 2.5h4M6.8 2.5V6.5L3.2 13.5h9.6L9.2 6.5V2.5M5 10h6",
  folder: "M2.5 4h4l1.5 1.5h5.5v7.5h-11z",
  gear: "M10.2 8a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0zM8 2v2M8 12v2M2 8h2M12 8h2M3.8 3.8l1.4 1.4M10.8 10.8l1.4 1.4M12.2 3.8l-1.4 1.4M5.2 10.8l-1.4 1.4",
  globe:
    "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM2 8h12M8 2c1.7 1.7 2.5 3.7 2.5 6S9.7 12.3 8 14M8 2C6.3 3.7 5.5 5.7 5.5 8s.8 4.3 2.5 6",
  heart:
    "M8 13.5 3 8.3a3 3 0 0 1 0-4.1 2.9 2.9 0 0 1 4.2 0L8 5l.8-.8a2.9 2.9 0 0 1 4.2 0 3 3 0 0 1 0 4.1z",
  home: "M2.5 7.5 8 2.5l5.5 5M4 6.5v7h8v-7M6.8 13.5V9.5h2.4v4",
  info: "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 7.3V11M8 4.9v.2",
  key: "M8.5 7.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM8.5 7.5h5V10M11 7.5v2",
  link: "M6.8 9.2a2.5 2.5 0 0 0 3.5 0l2.5-2.5a2.5 2.5 0 0 0-3.5-3.5l-.8.8M9.2 6.8a2.5 2.5 0 0 0-3.5 0L3.2 9.3a2.5 2.5 0 0 0 3.5 3.5l.8-.8",
  list: "M6 4h7.5M6 8h7.5M6 12h7.5M2.8 4H3M2.8 8H3M2.8 12H3",
  lock: "M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2",
  mail: "M2.5 4h11v8.5h-11zM2.5 4.5 8 8.8l5.5-4.3",
  map: "M2.5 4 6 2.5l4 1.5 3.5-1.5V12L10 13.5 6 12l-3.5 1.5zM6 2.5V12M10 4v9.5",
  pencil: "M3 13l.6-3L10.5 3 13 5.5 6 12.4zM9 4.5 11.5 7",
  plug: "M5.5 2.5V5.5M10.5 2.5V5.5M4 5.5h8V8a4 4 0 0 1-8 0zM8 12v2",
  question:
    "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM6.3 6.5a1.7 1.7 0 1 1 2.6 1.4c-.6.4-.9.7-.9 1.3M8 11.2v.2",
  rocket:
    "M6 10 5 9c.5-3 2.7-5.8 7.5-6.5C13 7 10.5 9.5 7 11zM5 9l-2.5.5L4.5 6.5 6 6.3M7 11l-.5 2.5 3-2 .2-1.5M4.5 11.5 3 13",
  shield: "M8 2 3 4v4c0 3 2 5 5 6 3-1 5-3 5-6V4z",
  star: "M8 2.3 9.7 6l4 .5-2.9 2.8.7 4L8 11.3l-3.5 2 .7-4L2.3 6.5l4-.5z",
  tag: "M2.5 2.5h5.5l5.5 5.5L8 13.5 2.5 8zM5.3 5.2v.2",
  terminal: "M2.5 3h11v10h-11zM5 6l2 2-2 2M8.5 10.5H11",
  users:
    "M8 5.5a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0zM1.5 13c0-2.5 1.7-4 4.2-4s4.2 1.5 4.2 4M10.3 3.4a2.3 2.3 0 0 1 0 4.3M12 9.5c1.6.5 2.5 1.7 2.5 3.5",
  warning: "M8 2.5 14 13.5H2zM8 6.5v3.3M8 11.6v.2",
  wrench:
    "M13.3 4.8a3.5 3.5 0 0 1-4.7 4.2L4.5 13.2 2.8 11.5 7 7.4a3.5 3.5 0 0 1 4.2-4.7L9.3 4.6l2.1 2.1z",
};

const named = new Map(Object.entries(drawings));

/** The names of the drawings, in alphabetical order. */
export const iconNames: readonly string[] = [...named.keys()];

/** One emoji, with or without the variation selector for its coloured form. */
const emoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v;

/** The icon of a page or folder: a drawing by its name, or an emoji; empty for any other text. */
export function writeIcon(icon: string | null): Markup | null {
  if (icon === null) return null;
  const text = icon.trim();
  const drawing = named.get(text.toLowerCase());
  if (drawing !== undefined)
    return markup`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${raw(drawing)}" /></svg>`;
  return emoji.test(text) ? markup`<span class="icon" aria-hidden="true">${text}</span>` : null;
}

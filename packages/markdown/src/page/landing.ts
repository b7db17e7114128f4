// The front page of VitePress and Starlight is defined in its front matter: `hero` with a title, a line and buttons,
// and `features`. It is written as Markdown with every character escaped, and parsed like the rest of the page.

import { listOf, objectOf } from "@lintel/json/value";

type Fields = Readonly<Record<string, unknown>>;

const fieldsIn = (value: unknown): readonly Fields[] => listOf(value).map(objectOf);

const maxFeatures = 50;
const maxActions = 10;

/** The first of the keys that has a text, in one line and without tags. */
function readText(fields: Fields, ...keys: string[]): string {
  for (const key of keys) {
    const value = fields[key];
    if (typeof value !== "string") continue;
    const text = value
      .replaceAll(/<\/?[a-z][^<>]*>/gi, " ")
      .replaceAll(/\s+/g, " ")
      .trim();
    if (text !== "") return text;
  }
  return "";
}

/** Every character that Markdown may treat as markup (CommonMark §2.4). */
const escapeMarks = (text: string): string => text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);

const escapeAttribute = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("{", "&#123;");

/** An address in angle brackets, if it can be written so (CommonMark §6.3). */
function writeLink(text: string, link: string): string {
  if (link === "" || /[<>\r\n]/.test(link)) return escapeMarks(text);
  return `[${escapeMarks(text)}](<${link.replaceAll(/[\\&]/g, String.raw`\$&`)}>)`;
}

const isLanding = ({ layout, template, hero }: Fields): boolean =>
  layout === "home" || template === "splash" || Object.keys(objectOf(hero)).length > 0;

/** The title of a landing page; empty for any other page. */
export function readLandingTitle(others: Fields): string {
  return readText(objectOf(others["hero"]), "name", "title");
}

/** The Markdown of a landing page's front matter; empty for any other page. */
export function writeLanding(others: Fields): string {
  if (!isLanding(others)) return "";
  const hero = objectOf(others["hero"]);
  const title = readLandingTitle(others);
  const actions = fieldsIn(hero["actions"]).slice(0, maxActions);
  const features = fieldsIn(others["features"]).slice(0, maxFeatures);
  const lines = [readText(hero, "text"), readText(hero, "tagline")].filter((text) => text !== "");
  const [first = "", ...more] = lines;
  const links = actions.map((action) => {
    const link = readText(action, "link");
    return writeLink(readText(action, "text") || link, link);
  });
  return [
    title === "" ? "" : `# ${escapeMarks(title)}`,
    first === "" ? "" : `**${escapeMarks(first)}**`,
    ...more.map(escapeMarks),
    links.filter((link) => link !== "").join(" · "),
    ...writeFeatures(features),
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

function writeFeatures(features: readonly Fields[]): string[] {
  const cards = features.flatMap((feature) => {
    const title = readText(feature, "title");
    const details = readText(feature, "details", "description");
    if (title === "" && details === "") return [];
    const link = readText(feature, "link");
    const href = link === "" ? "" : ` href="${escapeAttribute(link)}"`;
    return [`<Card title="${escapeAttribute(title)}"${href}>`, escapeMarks(details), "</Card>"];
  });
  return cards.length === 0 ? [] : ["<CardGroup>", ...cards, "</CardGroup>"];
}

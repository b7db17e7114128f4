import { readFrontMatter } from "@lintel/markdown/front-matter/read-front-matter";
import { splitFrontMatter } from "@lintel/markdown/front-matter/split-front-matter";
import { updateFrontMatter } from "@lintel/markdown/front-matter/update-front-matter";
import { readLandingTitle } from "@lintel/markdown/page/landing";
import { MarkdownError } from "@lintel/markdown/values/markdown-error";
import { readReferences, type DeclaredReference } from "./declared-references.rules.ts";
import { cleanTitle, humanise, readName } from "./file-names.rules.ts";
import { toSlug } from "./slug.rules.ts";

/** The contents of a page's file. */
export interface PageFile {
  /** Front matter with its fences and byte order mark, as it was written. */
  readonly head: string;
  readonly body: string;
  readonly title: string;
  /** The slug in the front matter, or null if it follows from the name. */
  readonly slug: string | null;
  readonly order: number | null;
  readonly icon: string | null;
  readonly description: string | null;
  /** API references for the folder that the page opens. They have no meaning in any other page. */
  readonly references: readonly DeclaredReference[];
  readonly warnings: readonly string[];
}

/** @param indexTitle - the title of the folder that the page opens, or null for any other page */
export function readPageFile(text: string, name: string, indexTitle: string | null): PageFile {
  const parts = splitFrontMatter(text);
  const warnings: string[] = [];
  const { fields, others } = readFrontMatter(parts, ({ code, message, line }) => {
    // Keys of other tools are common and are preserved.
    if (code !== "FRONT_MATTER_KEY_UNKNOWN") warnings.push(`line ${line}: ${message}`);
  });
  const { stem } = readName(name);
  return {
    head: parts.head,
    body: parts.body,
    title:
      cleanTitle(fields.title) ??
      cleanTitle(findHeading(parts.body)) ??
      cleanTitle(readLandingTitle(others)) ??
      cleanTitle(readSidebar(others).label) ??
      indexTitle ??
      cleanTitle(humanise(stem)) ??
      "Page",
    slug: ownSlug(fields.slug),
    order: fitOrder(fields.order ?? readSidebar(others).order),
    icon: fitIcon(fields.icon),
    description: fitDescription(fields.description),
    references: readReferences(others["references"], (message) => warnings.push(message)),
    warnings,
  };
}

/**
 * A slug with a slash is a whole path of Docusaurus. In Lintel the place of a page follows from its
 * folder.
 */
const ownSlug = (slug: string | undefined): string | null =>
  slug === undefined || slug.includes("/") ? null : slug;

interface SidebarKeys {
  readonly label: string | undefined;
  readonly order: number | undefined;
}

/** How Docusaurus, Mintlify and Starlight name and order a page. */
export function readSidebar(others: Readonly<Record<string, unknown>>): SidebarKeys {
  const nested = others["sidebar"];
  const { label, order } = (typeof nested === "object" && nested !== null ? nested : {}) as Record<
    string,
    unknown
  >;
  const labels = [others["sidebar_label"], others["sidebarTitle"], label];
  const orders = [others["sidebar_position"], order];
  const number = orders.find((one) => typeof one === "number");
  return {
    label: labels.find((one) => typeof one === "string"),
    order: number === undefined ? undefined : Math.trunc(number),
  };
}

export const fitOrder = (order: number | undefined): number | null =>
  order === undefined || Math.abs(order) > 2_147_483_647 ? null : order;

export const fitIcon = (icon: string | undefined): string | null =>
  icon === undefined || icon.length > 60 || /\p{Cc}/u.test(icon) ? null : icon;

export const fitDescription = (text: string | undefined): string | null =>
  text === undefined || text.includes("\0") ? null : text.slice(0, 1000).toWellFormed();

/** The first heading of the first level (CommonMark §4.2) outside of fenced code. */
function findHeading(body: string): string | undefined {
  let fence: string | null = null;
  for (const line of body.split(/\r?\n/, 200)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) === true) fence = null;
    } else if (mark !== undefined) fence = mark;
    else {
      const heading = /^ {0,3}#[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line)?.[1];
      if (heading !== undefined && heading !== "") return plainOf(heading);
    }
  }
  return undefined;
}

function plainOf(heading: string): string {
  return heading
    .replace(/[ \t]*\{#[^{}]*\}$/, "")
    .replaceAll(/`[^`]*`|<\/?[A-Za-z][^<>]*>/g, (found) => (found.startsWith("`") ? found : ""))
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]|\\(?=\W)/g, "")
    .trim();
}

/** The title, the slug and the icon of a page in the tree. */
export interface PageFields {
  readonly title: string;
  readonly slug: string;
  readonly icon: string | null;
}

interface Version {
  readonly head: string;
  readonly body: string;
  readonly fields: PageFields | null;
}

/**
 * The front matter of a page after an edit in Lintel: each key in which the file differs from the
 * page is written. Every other byte stays.
 *
 * @param name - the name of the file, or null if it follows from the slug
 */
export function fitHead(
  name: string | null,
  before: Version,
  { body, fields }: { readonly body: string; readonly fields: PageFields },
): string {
  const said = says(before.head, before.body, name ?? `${before.fields?.slug ?? ""}.md`);
  const saysNow = says(before.head, body, name ?? `${fields.slug}.md`);
  const keys = ["title", "slug", "icon"] as const;
  return keys.reduce((head, key) => {
    if (key === "slug" && name === null) return head;
    const isAsBefore = before.fields?.[key] === fields[key] && said[key] === saysNow[key];
    return saysNow[key] === fields[key] || isAsBefore ? head : setKey(head, key, fields[key]);
  }, before.head);
}

function says(head: string, body: string, name: string): PageFields {
  const { title, slug, icon } = readPageFile(head + body, name, null);
  return { title, slug: slug ?? toSlug(readName(name).stem, "page"), icon };
}

function setKey(head: string, key: string, value: string | null): string {
  try {
    return updateFrontMatter(head, key, value);
  } catch (error) {
    // Front matter that cannot be read stays as it is. The page keeps its values.
    if (error instanceof MarkdownError) return head;
    throw error;
  }
}

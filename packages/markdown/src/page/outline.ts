import type { Token } from "markdown-it";
import { limits } from "../values/limits.ts";
import type { Heading, TextSection } from "../values/page.types.ts";
import { cutText, plainText } from "../values/plain-text.ts";

interface DraftHeading extends Heading {
  readonly children: DraftHeading[];
}

interface DraftSection {
  readonly id: string | null;
  readonly level: number;
  readonly heading: string;
  readonly body: string[];
  readonly code: string[];
}

/** The headings and text of a page, for its table of contents, a search index and a preview. */
export interface Outline {
  readonly headings: readonly Heading[];
  readonly sections: readonly TextSection[];
  /** The first paragraph; empty without one. */
  readonly lead: string;
}

/** Puts each heading below the nearest preceding one of a higher rank. */
function nestHeading(heading: DraftHeading, top: DraftHeading[], way: DraftHeading[]): void {
  while ((way.at(-1)?.level ?? 0) >= heading.level) way.pop();
  (way.at(-1)?.children ?? top).push(heading);
  way.push(heading);
}

const closed = new Set(["details", "tab"]);

/** Whether a token opens a quote or folded content, whose headings are not in the table of contents. */
function isAside(token: Token): boolean {
  if (token.type === "blockquote_open" || token.type === "footnotes_open") return true;
  const kind = token.meta?.["kind"] as { readonly role: string } | undefined;
  return token.type === "container_open" && kind !== undefined && closed.has(kind.role);
}

const asideEnds = new Set(["blockquote_close", "footnotes_close"]);

function endsAside(token: Token): boolean {
  if (asideEnds.has(token.type)) return true;
  const kind = token.meta?.["kind"] as { readonly role: string } | undefined;
  return token.type === "container_close" && kind !== undefined && closed.has(kind.role);
}

function makeSection(token: Token): DraftSection {
  return {
    id: String(token.attrGet("id") ?? ""),
    level: Number(token.tag.slice(1)),
    heading: (token.meta?.["text"] as string | undefined) ?? "",
    body: [],
    code: [],
  };
}

/** Reads the outline from the tokens of a page whose headings have their ids. */
export function makeOutline(tokens: readonly Token[]): Outline {
  const headings: DraftHeading[] = [];
  const way: DraftHeading[] = [];
  const sections: DraftSection[] = [{ id: null, level: 0, heading: "", body: [], code: [] }];
  let lead = "";
  let asides = 0;
  for (const [at, token] of tokens.entries()) {
    if (isAside(token)) asides += 1;
    else if (endsAside(token)) asides -= 1;
    if (token.type === "heading_open" && token.attrGet("id") !== null) {
      const section = makeSection(token);
      sections.push(section);
      const { id, level, heading: text } = section;
      if (asides === 0) nestHeading({ id: id ?? "", level, text, children: [] }, headings, way);
    } else if (token.type === "fence" || token.type === "code_block") {
      sections.at(-1)?.code.push(token.content);
    } else if (token.type === "inline" && tokens[at - 1]?.type !== "heading_open") {
      const text = plainText(token.children).trim();
      if (text === "") continue;
      sections.at(-1)?.body.push(text);
      const isParagraph = tokens[at - 1]?.type === "paragraph_open" && token.level === 1;
      if (lead === "" && isParagraph) lead = cutText(text, limits.descriptionCharacters);
    }
  }
  const written = sections.map(({ body, code, ...section }) => ({
    ...section,
    body: body.join("\n"),
    code: code.join("\n"),
  }));
  const isEmpty = ({ id, body, code }: TextSection) => id === null && body === "" && code === "";
  return { headings, sections: written.filter((section) => !isEmpty(section)), lead };
}

import type { TextSection } from "@lintel/markdown/values/page.types";

/** A part of a page that a search result links to. */
export interface PageSection {
  /** The anchor of its heading, or null if it has none. */
  readonly id: string | null;
  readonly heading: string;
  readonly text: string;
}

/** Separators from the private use area, which are removed from the texts. */
const betweenSections = "\uE002";
const betweenParts = "\uE003";

/** Writes the sections of a page as one text to store. */
export function writeSections(sections: readonly TextSection[]): string {
  return sections
    .map(({ id, heading, body, code }) =>
      [id ?? "", heading, `${body}\n${code}`]
        .map((part) => part.replaceAll(/[\uE000-\uE003]/g, " "))
        .join(betweenParts),
    )
    .join(betweenSections);
}

/** Reads the text of `writeSections`. Any other text is one section. */
export function readSections(stored: string): PageSection[] {
  return stored.split(betweenSections).map((section) => {
    const [id = "", heading, text] = section.split(betweenParts);
    if (heading === undefined || text === undefined)
      return { id: null, heading: "", text: section };
    return { id: id === "" ? null : id, heading, text };
  });
}

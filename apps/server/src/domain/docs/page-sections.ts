import type { TextSection } from "@lintel/markdown/values/page.types";

/** A part of a page that the search leads to. */
export interface PageSection {
  /** Of its heading in the page; null where it has none. */
  readonly id: string | null;
  readonly heading: string;
  readonly text: string;
}

/** Characters for private use, which are taken out of what they separate. */
const betweenSections = "\uE002";
const betweenParts = "\uE003";

/** The sections of a page as one text, as it is stored. */
export function writeSections(sections: readonly TextSection[]): string {
  return sections
    .map(({ id, heading, body, code }) =>
      [id ?? "", heading, `${body}\n${code}`]
        .map((part) => part.replaceAll(/[\uE000-\uE003]/g, " "))
        .join(betweenParts),
    )
    .join(betweenSections);
}

/** Reads what `writeSections` wrote; a text that it did not write is one section. */
export function readSections(stored: string): PageSection[] {
  return stored.split(betweenSections).map((section) => {
    const [id = "", heading, text] = section.split(betweenParts);
    if (heading === undefined || text === undefined)
      return { id: null, heading: "", text: section };
    return { id: id === "" ? null : id, heading, text };
  });
}

import { fitSearchTexts } from "../../domain/docs/fit-search-texts.ts";
import { digestText } from "./file-tree.ts";

/** The stored columns of a page's Markdown. Every write of a page uses this. */
export function pageColumns({
  frontMatter,
  content,
  title,
}: {
  readonly frontMatter: string | null;
  readonly content: string;
  readonly title: string;
}) {
  return {
    content,
    frontMatter,
    digest: digestText((frontMatter ?? "") + content),
    ...fitSearchTexts({ searchTitle: title, searchHeadings: "", searchBody: content }),
  };
}

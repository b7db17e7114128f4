import { fitSearchTexts } from "../../domain/docs/fit-search-texts.ts";
import { digestText } from "./file-tree.ts";

/** What is stored of a page's Markdown; every write of a page goes through this. */
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

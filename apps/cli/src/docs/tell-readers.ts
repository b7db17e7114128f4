import type { Documentation, DocVersion } from "@lintel/contract/shapes/docs";
import { cleanText } from "../output/clean-text.ts";

/** Who can read a version now and where, and how that is changed where it may surprise. */
export function tellReaders(
  { slug }: Pick<Documentation, "slug">,
  { status, visibility, readers, portalUrl, id }: DocVersion,
): string[] {
  const lines = [`Readers: ${cleanText(readers)}`];
  if (portalUrl !== null) lines.push(`Address: ${portalUrl}`);
  if (status === "published" && visibility !== "public") {
    lines.push(
      `Next: \`lintel docs visibility public --doc ${slug}\` shows it to anyone; \`lintel docs preview --doc ${slug} --version ${id}\` makes a link that shows it for a day.`,
    );
  }
  return lines;
}

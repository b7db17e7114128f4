import type { Documentation, DocVersion } from "@lintel/contract/shapes/docs";
import { cleanText } from "../output/clean-text.ts";

/** Who can read a version and where, and how to change that if it may be unexpected. */
export function reportReaders(
  { slug }: Pick<Documentation, "slug">,
  { status, visibility, readers, portalUrl, id }: DocVersion,
): string[] {
  const lines = [`Readers: ${cleanText(readers)}`];
  if (portalUrl !== null) lines.push(`Address: ${portalUrl}`);
  if (status === "published" && visibility !== "public") {
    lines.push(
      `Next: \`lintel docs visibility public --doc ${slug}\` makes it public; \`lintel docs preview --doc ${slug} --version ${id}\` creates a link that shows it for one day.`,
    );
  }
  return lines;
}

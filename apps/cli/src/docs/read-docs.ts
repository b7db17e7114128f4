import { usageFailure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import type { Terminal } from "../output/terminal.ts";
import { refuseMarked } from "./docs-choices.ts";
import { findMarked, isText, readFolder } from "./local-files.ts";
import type { Files } from "./push-work.ts";

/**
 * Reads the files of a push, and reports what is left out.
 * @throws Failure without Markdown, or with marks of a conflict.
 */
export function readDocs(folder: string, terminal: Terminal): Files {
  const { files, skipped, navigation, unreadNavigation } = readFolder(folder);
  if (![...files.keys()].some(isText)) {
    throw usageFailure(
      `${folder} contains no Markdown.`,
      "Give the folder that contains the .md files. Nothing was sent.",
    );
  }
  if (skipped.length > 0)
    terminal.note(
      `${skipped.length} other files are not uploaded: ${cleanText(skipped.slice(0, 5).join(", "))}`,
    );
  if (navigation !== null) terminal.note(`Ordered like the navigation of ${navigation} says.`);
  for (const settings of unreadNavigation)
    terminal.note(
      `The navigation of ${settings} cannot be read without running it, so pages are ordered by name. To order them, list their files under \`items:\` in the _folder.yml of each folder.`,
    );
  refuseMarked(findMarked(files));
  return files;
}

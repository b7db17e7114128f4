import { readFile } from "node:fs/promises";
import path from "node:path";
import { format } from "oxfmt";

const packages = path.join(import.meta.dirname, "../../packages");

/** The tokens and the style of reports as a text, so that a page carries them wherever it is written. */
export async function writeReportStyle(): Promise<string> {
  const files = ["tokens/src/tokens.css", "portal/src/assets/report.css"];
  const sheets = await Promise.all(
    files.map((file) => readFile(path.join(packages, file), "utf8")),
  );
  const source = `// Generated from tokens.css and report.css by \`npm run contract\`; not to be edited.

export const reportStyle = ${JSON.stringify(sheets.map(tighten).join(""))};
`;
  return (await format("report-style.generated.ts", source, { printWidth: 100 })).code;
}

/** Without comments, and without white space that means nothing. */
const tighten = (css: string): string =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{};,]) ?/g, "$1")
    .replaceAll(";}", "}")
    .trim();

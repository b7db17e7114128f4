import type { Weakness } from "./weakness.ts";

/** What the commands after the first one print, as far as they are echo; null for one command. */
function runLine(line: string): string | null {
  const commands = splitCommands(line).slice(1);
  const printed = commands.flatMap((command) => {
    const [, text] = /^\s*echo (.*)$/s.exec(command) ?? [];
    return text === undefined ? [] : [calculate(text)];
  });
  return commands.length === 0 ? null : printed.join("\n");
}

/** Splits at semicolons outside of single quotes. */
function splitCommands(line: string): string[] {
  const parts = line.split("'");
  return parts
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(";", "\u0000") : part))
    .join("")
    .split("\u0000");
}

const calculate = (text: string): string =>
  text.replaceAll(/\$\(\((\d+)\*(\d+)\)\)/g, (_whole, left: string, right: string) =>
    String(Number(left) * Number(right)),
  );

export const citationShell: Weakness = {
  name: "citation-shell",
  title: "The style of a citation is run by a shell",
  owasp: "API8:2023",
  summary:
    "Simulated: GET /books/{bookId}/citation starts a program with the style in its command line, in single quotes.",
  found: ["SVC08032 GET /books/{bookId}/citation"],
  apply: (seams) => ({
    writeCitation: (style, book, author) =>
      runLine(`cite --style '${style}'`) ?? seams.writeCitation(style, book, author),
  }),
};

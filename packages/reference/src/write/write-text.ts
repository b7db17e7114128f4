import type { Block, Field, FieldGroup, Line } from "../blocks/block.types.ts";

function readLine(line: Line): string {
  return line
    .map((inline) => {
      if (typeof inline === "string") return inline;
      if ("code" in inline) return inline.code;
      return "badge" in inline ? "" : inline.text;
    })
    .join("");
}

const readField = (field: Field): string[] => [
  readLine([field.name]),
  field.description ?? "",
  ...field.below.flatMap(readGroup),
];

const readGroup = ({ fields }: FieldGroup): string[] => fields.flatMap(readField);

function readBlock(block: Block): string[] {
  switch (block.kind) {
    case "heading":
      return [block.text];
    case "prose":
      return [block.markdown];
    case "line":
      return [readLine(block.line)];
    case "route":
    case "address":
      return [`${block.method} ${block.route}`];
    case "fields":
      return block.groups.flatMap(readGroup);
    case "links":
      return block.items.map(({ title }) => title);
    case "fold":
      return [readLine(block.title), ...block.blocks.flatMap(readBlock)];
    case "columns":
      return [...block.head, ...block.main].flatMap(readBlock);
    default:
      return [];
  }
}

/** The text of a page for searching: names and texts, without samples; one per line. */
export const writeText = (blocks: readonly Block[]): string =>
  blocks
    .flatMap(readBlock)
    .map((text) => text.replaceAll(/\s+/g, " ").trim())
    .filter((text) => text !== "")
    .join("\n");

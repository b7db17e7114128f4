import { textOf } from "@lintel/json/value";
import type { Block } from "../blocks/block.types.ts";
import { clip } from "../examples/list-examples.ts";
import { makeExample } from "../examples/make-example.ts";
import { writeJson } from "../examples/write-body.ts";
import { writeXml } from "../examples/write-xml.ts";
import type { ReferencePlan, SchemaEntry } from "../plan/reference.types.ts";
import { firstOf } from "@lintel/samples/schema/parts";
import { collectParts } from "../schema/collect-parts.ts";
import { describeBelow } from "../schema/describe-schema.ts";
import { listBadges } from "../schema/list-badges.ts";
import { listFacts } from "../schema/list-facts.ts";
import { writeTypeLine } from "../schema/type-line.ts";

/** Maximum number of nodes of a schema's page, which shows what other pages have no room for. */
const pageNodes = 60_000;
/** Part of these nodes, for the colors of code. */
const codeNodes = 3_000;
/** The depth up to which schemas without a page of their own are shown. */
const inlineLevels = 6;

function describeExample(plan: ReferencePlan, schema: unknown): Block[] {
  const value = makeExample(plan, schema, null);
  if (value === undefined) return [];
  const { parts } = collectParts(plan, schema);
  const hasXml = firstOf(parts, "xml") !== undefined;
  return [
    { kind: "code", title: "Example", language: "json", text: clip(writeJson(value)) },
    ...(hasXml
      ? [
          {
            kind: "code",
            title: "As XML",
            language: "xml",
            text: clip(writeXml(plan, value, schema)),
          } as const,
        ]
      : []),
  ];
}

/**
 * A schema's page: all of its facts, the schemas that it uses to a depth of two, and its source.
 */
export function describeSchemaPage(
  plan: ReferencePlan,
  entry: SchemaEntry,
  newId: (name: string) => string,
): Block[] {
  const { schema } = entry;
  const read = collectParts(plan, schema);
  const description = textOf(firstOf(read.parts, "description"));
  const badges = listBadges(read, false);
  const groups = describeBelow(
    {
      plan,
      budget: { left: pageNodes },
      levels: 2,
      inlineLevels,
      direction: null,
      more: ["There is more: see the source of the schema."],
    },
    schema,
  );
  const source = {
    kind: "code",
    title: null,
    language: "json",
    text: clip(writeJson(schema)),
  } as const;
  const text = "Fields";
  const head: Block[] = [
    {
      kind: "line",
      tone: "plain",
      line: ["Type: ", ...writeTypeLine(plan, schema), ...badges.flatMap((badge) => [" ", badge])],
    },
    ...(description === null ? [] : [{ kind: "prose", markdown: description } as const]),
    ...listFacts(plan, { ...read, page: entry }).map(
      (line) => ({ kind: "line", tone: "quiet", line }) as const,
    ),
  ];
  const main: Block[] = [
    ...(groups.length === 0
      ? []
      : [
          { kind: "heading", level: 2, id: newId(text), text } as const,
          { kind: "fields", groups } as const,
        ]),
    { kind: "fold", title: ["The source of the schema"], isOpen: false, blocks: [source] },
  ];
  return [{ kind: "columns", head, aside: describeExample(plan, schema), main, spare: codeNodes }];
}

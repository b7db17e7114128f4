import { followMembers } from "@lintel/openapi/view";
import { isObject, listOf, memberOf, objectOf, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import type { Block, FieldGroup, Line } from "../blocks/block.types.ts";
import { countLine, spend, type Budget } from "../blocks/budget.ts";
import { firstOf } from "@lintel/samples/schema/parts";
import { collectParts } from "../schema/collect-parts.ts";
import { describeBelow } from "../schema/describe-schema.ts";
import { listFacts } from "../schema/list-facts.ts";
import type { Direction } from "../schema/schema-context.ts";
import { cut } from "../schema/show-value.ts";
import { writeTypeLine } from "../schema/type-line.ts";
import { moreOf, schemaContext, type OperationContext } from "./operation-context.ts";

/** Lines for the schemas of contents, each with a limit of lines. */
const maxFacts = 12;

function describeSchema(
  context: OperationContext,
  budget: Budget,
  direction: Direction,
  schema: unknown,
  title: string,
): Block[] {
  const { plan } = context;
  const read = collectParts(plan, schema);
  const facts = read.page === null ? listFacts(plan, read).slice(0, maxFacts) : [];
  const description = read.page === null ? textOf(firstOf(read.parts, "description")) : null;
  const line: Line = [`${title}: `, ...writeTypeLine(plan, schema, 1)];
  budget.left -= [line, ...facts].reduce((sum, one) => sum + countLine(one), 4);
  const groups: readonly FieldGroup[] =
    budget.left > 0
      ? describeBelow(schemaContext(context, budget, direction), schema)
      : [{ title: "", fields: [], more: moreOf(context) }];
  const shown = groups.map((group) => ({
    ...group,
    title: group.title === "Properties" ? "" : group.title,
  }));
  return [
    { kind: "line", tone: "plain", line },
    ...(description === null ? [] : [{ kind: "prose", markdown: description } as const]),
    ...facts.map((fact) => ({ kind: "line", tone: "quiet", line: fact }) as const),
    { kind: "fields", groups: shown },
  ];
}

function listEncodings(content: unknown): Line[] {
  const say = (name: string, encoding: unknown): Line[] => {
    const type = textOf(memberOf(encoding, "contentType"));
    const style = textOf(memberOf(encoding, "style"));
    const headers = Object.keys(objectOf(memberOf(encoding, "headers")));
    return [
      [
        { code: name },
        ` is sent${type === null ? "" : ` as ${type}`}${style === null ? "" : ` in style ${style}`}${headers.length > 0 ? ` with ${headers.join(", ")}` : ""}`,
      ],
    ];
  };
  return [
    ...Object.entries(objectOf(memberOf(content, "encoding"))).flatMap(([name, encoding]) =>
      say(name, encoding),
    ),
    ...listOf(memberOf(content, "prefixEncoding")).flatMap((encoding, at) =>
      say(`[${at}]`, encoding),
    ),
    ...(isObject(memberOf(content, "itemEncoding"))
      ? say("each item", memberOf(content, "itemEncoding"))
      : []),
  ].slice(0, 20);
}

function describeMediaType(
  context: OperationContext,
  budget: Budget,
  direction: Direction,
  content: unknown,
): Block[] {
  const schema = memberOf(content, "schema");
  const items = memberOf(content, "itemSchema");
  const encodings = listEncodings(content);
  budget.left -= encodings.length * 4;
  return [
    ...(schema === undefined ? [] : describeSchema(context, budget, direction, schema, "Schema")),
    ...(items === undefined ? [] : describeSchema(context, budget, direction, items, "Each item")),
    ...encodings.map((line) => ({ kind: "line", tone: "quiet", line }) as const),
  ];
}

/** A schema that was already shown needs no second list of fields. */
const sameAs = (mediaType: string): Block[] => [
  { kind: "line", tone: "quiet", line: ["The same as ", { code: mediaType }] },
];

const keyOf = (content: unknown): string | null => {
  const [schema, items] = [memberOf(content, "schema"), memberOf(content, "itemSchema")];
  return items === undefined ? textOf(memberOf(schema, "$ref")) : null;
};

/** The contents of a body by media type: the first expanded, others collapsed. */
export function describeContent(
  context: OperationContext,
  budget: Budget,
  direction: Direction,
  owner: Place,
): Block[] {
  const contents = followMembers(context.plan.view, stepInto(owner, "content"));
  const known = new Map<string, string>();
  return [...contents].flatMap(([mediaType, { value }], at): Block[] => {
    const key = keyOf(value);
    const before = key === null ? undefined : known.get(key);
    if (key !== null && before === undefined) known.set(key, mediaType);
    // Only the first one without room links to the rest.
    if (at > 0 && budget.left <= 0) return [];
    if (at > 0 && !spend(budget, 8)) {
      budget.left = 0;
      return [{ kind: "line", tone: "plain", line: moreOf(context) }];
    }
    const blocks =
      before === undefined ? describeMediaType(context, budget, direction, value) : sameAs(before);
    return contents.size === 1
      ? [{ kind: "line", tone: "plain", line: ["Content: ", { code: cut(mediaType) }] }, ...blocks]
      : [{ kind: "fold", title: [{ code: cut(mediaType) }], isOpen: at === 0, blocks }];
  });
}

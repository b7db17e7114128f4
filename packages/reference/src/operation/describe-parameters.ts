import type { ParameterLocation } from "@lintel/contract/words/design";
import { memberOf, objectOf, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import type { Block, Field, Line } from "../blocks/block.types.ts";
import { countField, spend, type Budget } from "../blocks/budget.ts";
import { readExample } from "../examples/list-examples.ts";
import type { ReferencePlan } from "../plan/reference.types.ts";
import { firstOf } from "@lintel/samples/schema/parts";
import { collectParts } from "../schema/collect-parts.ts";
import { describeInner } from "../schema/describe-schema.ts";
import { listBadges } from "../schema/list-badges.ts";
import { listFacts, listItemFacts } from "../schema/list-facts.ts";
import { cut, showValue } from "../schema/show-value.ts";
import { writeTypeLine } from "../schema/type-line.ts";
import { contentOf, listParameters, locations, schemaOf } from "../call/list-parameters.ts";
import { makeBudget, moreOf, schemaContext, type OperationContext } from "./operation-context.ts";

const titles: Readonly<Record<ParameterLocation, string>> = {
  path: "Path parameters",
  query: "Query parameters",
  querystring: "Query string",
  header: "Headers",
  cookie: "Cookies",
};

/** The default style of a parameter (§4.12.2.2). */
const usualStyle: Readonly<Record<ParameterLocation, string>> = {
  path: "simple",
  query: "form",
  querystring: "form",
  header: "simple",
  cookie: "form",
};

function listOwnFacts(plan: ReferencePlan, place: Place, location: ParameterLocation): Line[] {
  const { value } = place;
  const style = textOf(memberOf(value, "style"));
  const explode = memberOf(value, "explode");
  const usual = (style ?? usualStyle[location]) === "form" || style === "cookie";
  const content = contentOf(plan, place);
  const named = stepInto(place, "examples");
  const examples = Object.keys(objectOf(named.value))
    .slice(0, 8)
    .map((name) => readExample(plan, name, stepInto(named, name), showValue))
    .map(({ title, value: given, text, address }): Line => [
      `Example, ${cut(title)}: `,
      address === null ? { code: cut(text ?? showValue(given)) } : { href: address, text: address },
    ]);
  const example = memberOf(value, "example");
  return [
    ...(style !== null && style !== usualStyle[location] ? [["Style: ", { code: style }]] : []),
    ...(typeof explode === "boolean" && explode !== usual
      ? [[explode ? "One parameter per value (explode)" : "All values in one parameter"]]
      : []),
    ...(memberOf(value, "allowReserved") === true ? [["Reserved characters are not encoded"]] : []),
    ...(memberOf(value, "allowEmptyValue") === true ? [["May be empty"]] : []),
    ...(content === null ? [] : [["Content: ", { code: content.mediaType }]]),
    ...(example === undefined ? [] : [["Example: ", { code: showValue(example) }]]),
    ...examples,
  ];
}

/** A parameter or header as a field, with the facts of its schema. */
export function describeParameter(
  context: OperationContext,
  budget: Budget,
  name: string,
  place: Place,
  location: ParameterLocation,
): Field {
  const { plan } = context;
  const schema = schemaOf(plan, place);
  const read = collectParts(plan, schema);
  const isRequired = memberOf(place.value, "required") === true || location === "path";
  const own = listBadges({ ...read, parts: [objectOf(place.value)] }, false);
  const badges = listBadges(read, isRequired);
  const direction = context.entry.kind === "webhook" ? "response" : "request";
  const field: Field = {
    name: { code: name },
    type: schema === undefined ? [] : writeTypeLine(plan, schema, 1),
    badges: [
      ...badges,
      ...own.filter(({ badge }) => badges.every((known) => known.badge !== badge)),
    ],
    description:
      textOf(memberOf(place.value, "description")) ?? textOf(firstOf(read.parts, "description")),
    facts: [
      ...listFacts(plan, read),
      ...listItemFacts(plan, read),
      ...listOwnFacts(plan, place, location),
    ],
    below: [],
  };
  budget.left -= countField(field);
  const below = describeInner(schemaContext(context, budget, direction), schema);
  return { ...field, below };
}

/** The parameters of an operation by location. */
export function describeParameters(context: OperationContext): Block[] {
  const parameters = listParameters(context.plan, context.entry);
  const budget = makeBudget(context, "parameters");
  return locations.flatMap((location): Block[] => {
    const here = parameters.filter((parameter) => parameter.location === location);
    if (here.length === 0) return [];
    const fields: Field[] = [];
    for (const { name, place } of here) {
      if (budget.left <= 0) break;
      fields.push(describeParameter(context, budget, name, place, location));
    }
    const more = fields.length < here.length ? moreOf(context) : null;
    const text = titles[location];
    return [
      { kind: "heading", level: 3, id: context.newId(text), text },
      { kind: "fields", groups: [{ title: "", fields, more }] },
    ];
  });
}

/** Headers of a response or a part, as fields. */
export function describeHeaders(
  context: OperationContext,
  budget: Budget,
  headers: ReadonlyMap<string, Place>,
): Field[] {
  const fields: Field[] = [];
  for (const [name, place] of headers) {
    if (!spend(budget, 8)) break;
    fields.push(describeParameter(context, budget, name, place, "header"));
  }
  return fields;
}

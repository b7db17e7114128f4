import { isList, isObject, isText, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import type { ParameterRow } from "../design.types.ts";
import { splitMembers, parameterContentTable, parameterTable } from "../member-tables.ts";
import { gatherRemnants, warnKept, type SplitContext } from "./split-context.ts";

const contentTaken: ReadonlyMap<string, boolean> = new Map([["content", false]]);

const isLocation = (value: Json | undefined, { version }: SplitContext) =>
  value !== undefined && parameterTable.byName.get("in")?.isFit(value, version) === true;

function isParameter(context: SplitContext, value: Json): value is JsonObject {
  if (!isObject(value)) return false;
  if (isText(memberOf(value, "$ref"))) return true;
  return isText(memberOf(value, "name")) && isLocation(memberOf(value, "in"), context);
}

/** The one media type of a querystring parameter without a schema or an example of its own. */
function findContent(
  context: SplitContext,
  parameter: JsonObject,
): readonly [string, JsonObject] | null {
  const location = memberOf(parameter, "in");
  if (location !== "querystring" || !isLocation(location, context)) return null;
  const content = memberOf(parameter, "content");
  const hasOwn = Object.hasOwn(parameter, "schema") || Object.hasOwn(parameter, "example");
  if (hasOwn || !isObject(content)) return null;
  const [entry, ...others] = Object.entries(content);
  if (entry === undefined || others.length > 0) return null;
  const [contentType, mediaType] = entry;
  return isText(contentType) && isObject(mediaType) ? [contentType, mediaType] : null;
}

type Owner = Pick<ParameterRow, "endpointId" | "pathItemId">;

function splitParameter(
  context: SplitContext,
  parameter: JsonObject,
  owner: Owner,
  position: number,
): void {
  const { version } = context;
  const content = findContent(context, parameter);
  const own = splitMembers(
    parameter,
    parameterTable,
    version,
    content === null ? undefined : contentTaken,
  );
  const inner = content === null ? null : splitMembers(content[1], parameterContentTable, version);
  context.design.parameters.push({
    id: context.newId(),
    ...owner,
    position,
    ...own.columns,
    ...inner?.columns,
    contentType: content?.[0] ?? null,
    ...own.remnant,
    remnants: gatherRemnants({ content: inner?.remnant }),
  });
}

/**
 * Makes rows of a list of parameters; returns whether that was possible, and whether the list is
 * empty.
 */
export function splitParameters(
  context: SplitContext,
  value: Json,
  owner: Owner,
): { readonly isEmpty: boolean } | null {
  if (!isList(value) || !value.every((each) => isParameter(context, each))) {
    warnKept(context, "parameters", "a list of parameters, each with a name and a place");
    return null;
  }
  for (const [position, parameter] of value.entries()) {
    splitParameter(context, parameter, owner, position);
  }
  return { isEmpty: value.length === 0 };
}

import type { ParameterLocation } from "@lintel/contract/words/design";
import type { InputOf } from "@lintel/contract/operation";
import type { addParameter } from "@lintel/contract/operations/parameter";
import type { Warning } from "@lintel/contract/shapes/design";
import { quote } from "@lintel/json/shorten";
import type { VisibleEndpoint } from "../../../domain/design/endpoint-visibility.ts";
import { needOpenApi } from "../../../domain/design/version-visibility.ts";
import { invalid, Problem } from "../../../platform/problem.ts";
import { isSameFieldName, needFieldName } from "./field-name.rules.ts";
import { listVariables } from "./path-variables.ts";
import { warn } from "../../../domain/design/warnings.ts";

/** A change may have a whole schema instead of its type, format and default. */
export type ParameterInput = InputOf<typeof addParameter> & {
  readonly schemaJson?: string | undefined;
};

/** Style Values of OpenAPI 3.2; `cookie` is new in it. */
const stylesOf: Record<ParameterLocation, readonly string[]> = {
  path: ["matrix", "label", "simple"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form", "cookie"],
  querystring: [],
};

/** The checks of a single parameter. */
export function checkParameter(
  endpoint: VisibleEndpoint,
  input: Omit<ParameterInput, "specId" | "endpointId">,
): void {
  const { name, location, contentType, serializedExample } = input;
  if (location === "querystring") needOpenApi(endpoint, "3.2", "A `querystring` parameter");
  if (serializedExample !== undefined) needOpenApi(endpoint, "3.2", "serializedExample");
  if (location === "path") needVariable(endpoint.path, name);
  if (location === "header") needFieldName(name);
  checkStyle(endpoint, input);
  if (contentType === undefined) return;
  if (location !== "querystring") {
    throw invalid({
      field: "contentType",
      code: "location",
      message: "Only a parameter in `querystring` has a media type of its own: leave it out.",
    });
  }
  if (!/^[^\s/]+\/\S.*$/.test(contentType)) {
    const message = "Send a media type such as application/x-www-form-urlencoded.";
    throw invalid({ field: "contentType", code: "pattern", message });
  }
}

function needVariable(path: string, name: string): void {
  const variables = listVariables(path);
  if (variables.includes(name)) return;
  const there = variables.length === 0 ? "has none" : `has ${variables.join(", ")}`;
  throw invalid({
    field: "name",
    code: "notInPath",
    message: `A path parameter is named as a variable of the path, which ${there}: change the path of the endpoint, or the name.`,
  });
}

function checkStyle(
  endpoint: VisibleEndpoint,
  { location, style, explode }: Pick<ParameterInput, "location" | "style" | "explode">,
): void {
  if (location === "querystring" && (style !== undefined || explode !== undefined)) {
    const field = style === undefined ? "explode" : "style";
    const message =
      "A `querystring` is written as its media type says: leave style and explode out.";
    throw invalid({ field, code: "location", message });
  }
  if (style === undefined) return;
  if (style === "cookie") needOpenApi(endpoint, "3.2", "The style `cookie`");
  const known = stylesOf[location];
  if (known.includes(style)) return;
  const message = `A parameter in ${location} has one of the styles ${known.join(", ")}.`;
  throw invalid({ field: "style", code: "location", message });
}

/** The identifying fields of a parameter. `ownerId` is its endpoint or its path. */
export interface PlacedParameter {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly location: string;
}

const isSame = (left: PlacedParameter, right: PlacedParameter): boolean =>
  left.location === right.location &&
  (left.location === "header" ? isSameFieldName(left.name, right.name) : left.name === right.name);

/** One list has a name once at each location; an endpoint's own parameter goes before its path's. */
export function checkTaken(wanted: PlacedParameter, all: readonly PlacedParameter[]): void {
  const others = all.filter(({ id, ownerId }) => id !== wanted.id && ownerId === wanted.ownerId);
  if (!others.some((each) => isSame(each, wanted))) return;
  throw new Problem(
    "NAME_TAKEN",
    `There is a parameter ${quote(wanted.name)} in ${wanted.location} already: update it, or choose another name.`,
  );
}

/** One `querystring` is the whole query: no other one, and no `query` (OpenAPI 3.2, §4.12). */
export function checkQuery(
  wanted: PlacedParameter,
  all: readonly PlacedParameter[],
  { pathItemId }: Pick<VisibleEndpoint, "pathItemId">,
): void {
  if (wanted.location !== "querystring" && wanted.location !== "query") return;
  // A parameter of the path is combined with the parameters of each of its endpoints.
  const isMet = ({ ownerId }: PlacedParameter) =>
    wanted.ownerId === pathItemId || ownerId === wanted.ownerId || ownerId === pathItemId;
  const met = all.filter((each) => each.id !== wanted.id && isMet(each));
  const excluded = wanted.location === "query" ? ["querystring"] : ["querystring", "query"];
  const other = met.find(({ location }) => excluded.includes(location));
  if (other === undefined) return;
  throw invalid({
    field: "location",
    code: "querystring",
    message: `A \`querystring\` parameter is the whole query: there is already ${JSON.stringify(other.name)} in ${other.location}. Delete it first, or choose another location.`,
  });
}

const reserved: Readonly<Record<string, string>> = {
  accept: "the media types of its responses",
  "content-type": "the media types of its request body",
  authorization: "its security schemes",
};

/** Readers ignore three headers that other parts of an endpoint speak of (Parameter Object, `name`). */
export function warnReserved({
  name,
  location,
}: Pick<ParameterInput, "name" | "location">): Warning[] {
  const said = location === "header" ? reserved[name.toLowerCase()] : undefined;
  if (said === undefined) return [];
  const message = `Readers of OpenAPI ignore a header parameter of this name: say it with ${said}.`;
  return [warn("DROPPED_ON_EXPORT", ["name"], message)];
}

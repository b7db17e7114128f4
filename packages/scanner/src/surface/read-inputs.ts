import { memberOf, objectOf, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import { follow, followMembers, type DocumentView } from "@lintel/openapi/view";
import type { Parameter, ParameterPlace, RequestBody } from "./surface.types.ts";

const places = new Set<string>(["path", "query", "header", "cookie"]);

export const isJsonType = (mediaType: string): boolean =>
  /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i.test(mediaType);

/** Parameters of the place `querystring` (3.2) are left out. */
export function readParameter(document: DocumentView, place: Place): Parameter | null {
  const { value } = place;
  const [name, where] = [textOf(memberOf(value, "name")), textOf(memberOf(value, "in"))];
  if (name === null || where === null || !places.has(where)) return null;
  const [media] = followMembers(document, stepInto(place, "content")).values();
  const schema = memberOf(value, "schema") ?? memberOf(media?.value, "schema");
  return {
    name,
    in: where as ParameterPlace,
    isRequired: where === "path" || memberOf(value, "required") === true,
    schema,
    example: readExample(document, place) ?? memberOf(schema, "example"),
  };
}

/** The JSON body if there is one, else a form; null for an operation without either. */
export function readBody(document: DocumentView, place: Place): RequestBody | null {
  const body = follow(document, place);
  const content = [...followMembers(document, stepInto(body, "content"))];
  const [mediaType, media] =
    content.find(([type]) => isJsonType(type)) ??
    content.find(([type]) => type.startsWith("application/x-www-form-urlencoded")) ??
    [];
  if (mediaType === undefined || media === undefined) return null;
  return {
    mediaType,
    schema: memberOf(media.value, "schema"),
    isRequired: memberOf(body.value, "required") === true,
    example: readExample(document, media),
  };
}

/** `example`, or the value of the first of `examples` (OpenAPI 3.2.0 §4.19). */
function readExample(document: DocumentView, place: Place): unknown {
  const single = memberOf(place.value, "example");
  if (single !== undefined) return single;
  const [first] = followMembers(document, stepInto(place, "examples")).values();
  const { value, dataValue } = objectOf(first?.value);
  return dataValue ?? value;
}

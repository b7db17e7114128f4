import { setMember, type DraftObject, type Json, type JsonObject } from "@lintel/json/value";
import { objectAt, textAt } from "./read-parts.ts";
import { upgradeSchema } from "./upgrade-schema.ts";
import { swaggerName, type Upgrade } from "./upgrade.types.ts";

/** The members of a parameter of 2.0 that belong to its schema in 3.0. */
const schemaMembers = new Set(
  (
    "type format items default maximum exclusiveMaximum minimum exclusiveMinimum maxLength " +
    "minLength pattern maxItems minItems uniqueItems enum multipleOf x-nullable"
  ).split(" "),
);

interface Style {
  readonly style?: string;
  readonly explode?: boolean;
}

const queryStyles: Readonly<Record<string, Style>> = {
  csv: { style: "form", explode: false },
  ssv: { style: "spaceDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
  multi: { style: "form", explode: true },
};

/** How a list is serialized; null where 3.0 has no such style. */
export function readStyle(parameter: JsonObject): Style | null {
  if (textAt(parameter, "type") !== "array") return {};
  const format = textAt(parameter, "collectionFormat") ?? "csv";
  const place = textAt(parameter, "in");
  const isForm = place === "query" || place === "formData";
  if (!isForm) return format === "csv" ? {} : null;
  return Object.hasOwn(queryStyles, format) ? (queryStyles[format] ?? null) : null;
}

/** The schema of a parameter, header or item. In 2.0 it is part of the object itself. */
export function makeSchema(parameter: JsonObject, upgrade: Upgrade): Json {
  const draft: DraftObject = {};
  for (const [name, value] of Object.entries(parameter)) {
    if (schemaMembers.has(name)) setMember(draft, name, value);
  }
  const items = objectAt(parameter, "items");
  if (Object.hasOwn(parameter, "items")) draft["items"] = makeSchema(items, upgrade);
  return upgradeSchema(draft, upgrade);
}

/** Whether the items of a list are lists with another serialization. */
const nestedFormat = (parameter: JsonObject) =>
  textAt(objectAt(parameter, "items"), "collectionFormat");

/** A parameter that is no body, or a header, in the form of 3.0. */
export function upgradeParameter(parameter: JsonObject, upgrade: Upgrade): JsonObject {
  const style = readStyle(parameter);
  const format = textAt(parameter, "collectionFormat");
  const nested = nestedFormat(parameter);
  const kept = {
    ...(style === null && format !== null ? { collectionFormat: format } : {}),
    ...(nested === null ? {} : { items: { collectionFormat: nested } }),
  };
  const draft: DraftObject = {};
  for (const [name, value] of Object.entries(parameter)) {
    if (schemaMembers.has(name) || name === "collectionFormat") continue;
    setMember(draft, name, value);
  }
  if (textAt(parameter, "in") === "path") draft["required"] = true;
  return {
    ...draft,
    ...style,
    schema: makeSchema(parameter, upgrade),
    ...(Object.keys(kept).length === 0 ? {} : { [swaggerName]: kept }),
  };
}

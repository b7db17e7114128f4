import {
  isObject,
  memberOf,
  setMember,
  type DraftObject,
  type Json,
  type JsonObject,
} from "@lintel/json/value";
import type { Conversion } from "../model/conversion.types.ts";
import { mapMembers } from "../model/edit-members.ts";
import { listSwaggerWarnings } from "./list-swagger-warnings.ts";
import { objectAt, textAt, textsAt } from "./read-parts.ts";
import { upgradeBody } from "./upgrade-body.ts";
import { nameParts, type Names } from "./upgrade-names.ts";
import { upgradeParameter } from "./upgrade-parameter.ts";
import { upgradePathItem } from "./upgrade-path-item.ts";
import { upgradeResponse } from "./upgrade-response.ts";
import { upgradeSchema } from "./upgrade-schema.ts";
import { upgradeScheme } from "./upgrade-security.ts";
import { makeServers } from "./upgrade-servers.ts";
import { swaggerName, type Upgrade } from "./upgrade.types.ts";

const notSwagger = {
  code: "VERSION_UNKNOWN",
  severity: "error",
  pointer: "/swagger",
  keptIn: null,
  message: 'The document is not Swagger 2.0, which begins with "swagger": "2.0": nothing was done.',
} as const;

/** A map of definitions under their names as components. */
function renameMap(map: JsonObject, names: ReadonlyMap<string, string> | null): DraftObject {
  const draft: DraftObject = {};
  for (const [name, value] of Object.entries(map)) {
    setMember(draft, names?.get(name) ?? name, value);
  }
  return draft;
}

const isBody = (parameter: Json) => isObject(parameter) && textAt(parameter, "in") === "body";

/** The parameters that become components of 3.0; form fields were moved to where they are used. */
function splitParameters({ parameters }: Names, upgrade: Upgrade) {
  const plain: DraftObject = {};
  const bodies: DraftObject = {};
  const fields: DraftObject = {};
  for (const [name, value] of Object.entries(upgrade.parameters)) {
    const renamed = parameters.get(name) ?? name;
    if (!isObject(value)) setMember(plain, renamed, value);
    else if (isBody(value)) {
      setMember(bodies, renamed, upgradeBody(value, upgrade.consumes, upgrade));
    } else if (textAt(value, "in") === "formData") setMember(fields, name, value);
    else setMember(plain, renamed, upgradeParameter(value, upgrade));
  }
  return { plain, bodies, fields };
}

function makeComponents(document: JsonObject, names: Names, upgrade: Upgrade): JsonObject {
  const { plain, bodies, fields } = splitParameters(names, upgrade);
  const schemas = mapMembers(objectAt(document, "definitions"), (each) =>
    upgradeSchema(each, upgrade),
  );
  const responses = mapMembers(objectAt(document, "responses"), (each) =>
    upgradeResponse(each, upgrade.produces, upgrade),
  );
  const parts = {
    schemas: renameMap(schemas, names.schemas),
    parameters: plain,
    requestBodies: bodies,
    responses: renameMap(responses, names.responses),
    securitySchemes: mapMembers(objectAt(document, "securityDefinitions"), upgradeScheme),
    [swaggerName]: Object.keys(fields).length > 0 ? { parameters: fields } : {},
  };
  return Object.fromEntries(Object.entries(parts).filter(([, map]) => Object.keys(map).length > 0));
}

const moved = new Set(
  "swagger host basePath schemes consumes produces definitions parameters responses securityDefinitions".split(
    " ",
  ),
);

function makeDocument(document: JsonObject, names: Names, upgrade: Upgrade): JsonObject {
  const draft: DraftObject = { openapi: "3.0.4" };
  const servers = makeServers(document);
  const paths = memberOf(document, "paths");
  const kept: DraftObject = {};
  for (const [name, value] of Object.entries(document)) {
    if (!moved.has(name)) setMember(draft, name, value);
    const isLeft = name === "consumes" || name === "produces";
    if (isLeft || (name === "schemes" && textAt(document, "host") === null)) kept[name] = value;
    if (name === "info" && servers !== null) draft["servers"] = servers;
  }
  draft["paths"] = isObject(paths)
    ? mapMembers(paths, (item, name) =>
        name.startsWith("x-") ? item : upgradePathItem(item, document, upgrade),
      )
    : (paths ?? {});
  const components = makeComponents(document, names, upgrade);
  if (Object.keys(components).length > 0) draft["components"] = components;
  if (Object.keys(kept).length > 0) draft[swaggerName] = kept;
  return draft;
}

/**
 * Upgrades a document of Swagger 2.0 to OpenAPI 3.0. `x-lintel-swagger` keeps what 3.0 has no place
 * for, with a warning. The input is not changed.
 */
export function upgradeSwagger(document: JsonObject): Conversion {
  if (textAt(document, "swagger") !== "2.0") return { document, warnings: [notSwagger] };
  const names = nameParts(document);
  const upgrade: Upgrade = {
    parameters: objectAt(document, "parameters"),
    consumes: textsAt(document, "consumes"),
    produces: textsAt(document, "produces"),
    renameReference: names.renameReference,
  };
  const answer = makeDocument(document, names, upgrade);
  return { document: answer, warnings: listSwaggerWarnings(document, answer, names) };
}

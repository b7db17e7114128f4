import { isObject, type Json, type JsonObject } from "@lintel/json/value";
import { dropMembers, editMembers } from "../model/edit-members.ts";
import { objectAt } from "./read-parts.ts";
import { swaggerName } from "./upgrade.types.ts";

const flowNames: Readonly<Record<string, string>> = {
  implicit: "implicit",
  password: "password",
  application: "clientCredentials",
  accessCode: "authorizationCode",
};

function upgradeOAuth(scheme: JsonObject, flow: string): JsonObject {
  const given = objectAt(scheme, "scopes");
  const scopes = dropMembers(given, (name) => typeof given[name] !== "string");
  const others = dropMembers(given, (name) => typeof given[name] === "string");
  const addresses = dropMembers(
    scheme,
    (name) => name !== "authorizationUrl" && name !== "tokenUrl",
  );
  const edits = {
    flow: undefined,
    scopes: undefined,
    authorizationUrl: undefined,
    tokenUrl: undefined,
    flows: { [flow]: { ...addresses, scopes } },
    ...(Object.keys(others).length > 0 ? { [swaggerName]: { scopes: others } } : {}),
  };
  return editMembers(scheme, edits, "flow");
}

/** A security scheme in the form of 3.0; a scheme of an unknown type is not changed. */
export function upgradeScheme(scheme: Json): Json {
  if (!isObject(scheme)) return scheme;
  if (scheme["type"] === "basic") {
    return editMembers(scheme, { type: "http", scheme: "basic" }, "type");
  }
  const flow = scheme["flow"];
  const name = typeof flow === "string" && Object.hasOwn(flowNames, flow) ? flowNames[flow] : null;
  return scheme["type"] === "oauth2" && typeof name === "string"
    ? upgradeOAuth(scheme, name)
    : scheme;
}

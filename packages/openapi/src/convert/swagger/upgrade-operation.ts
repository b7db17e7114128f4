import { readLocalPath } from "../../grammar/read-reference.ts";
import { isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { editMembers, mapMembers } from "../model/edit-members.ts";
import { listAt, objectAt, textAt, textsAt } from "./read-parts.ts";
import { upgradeBody, upgradeForm } from "./upgrade-body.ts";
import { upgradeParameter } from "./upgrade-parameter.ts";
import { upgradeResponse } from "./upgrade-response.ts";
import { makeServers } from "./upgrade-servers.ts";
import { swaggerName, type Upgrade } from "./upgrade.types.ts";

interface Listed {
  readonly written: Json;
  /** The object, with a reference within the document followed. */
  readonly parameter: JsonObject;
  readonly place: string | null;
}

function readListed(written: Json, { parameters }: Upgrade): Listed {
  const own = isObject(written) ? written : {};
  const reference = textAt(own, "$ref");
  const [first, name, ...rest] = reference === null ? [] : (readLocalPath(reference) ?? []);
  const isShared = first === "parameters" && name !== undefined && rest.length === 0;
  const parameter = isShared ? objectAt(parameters, name) : own;
  return { written, parameter, place: textAt(parameter, "in") };
}

const identify = ({ parameter, place }: Listed) =>
  place === "body" ? "body" : JSON.stringify([place, textAt(parameter, "name")]);

/** A parameter that is neither body nor field, in the form of 3.0. */
function upgradeListed({ written }: Listed, upgrade: Upgrade): Json {
  if (!isObject(written)) return written;
  const reference = textAt(written, "$ref");
  return reference === null
    ? upgradeParameter(written, upgrade)
    : editMembers(written, { $ref: upgrade.renameReference(reference) });
}

const isPlain = ({ place }: Listed) => place !== "body" && place !== "formData";

export const upgradeParameters = (list: readonly Json[], upgrade: Upgrade): readonly Json[] =>
  list
    .map((each) => readListed(each, upgrade))
    .filter(isPlain)
    .map((each) => upgradeListed(each, upgrade));

/** The request body of an operation, from its own parameters and those of its path item. */
function makeRequestBody(
  listed: readonly Listed[],
  consumes: readonly string[] | null,
  upgrade: Upgrade,
) {
  const body = listed.find(({ place }) => place === "body");
  if (body === undefined) {
    const fields = listed.filter(({ place }) => place === "formData");
    if (fields.length === 0) return null;
    return upgradeForm(
      fields.map(({ parameter }) => parameter),
      consumes,
      upgrade,
    );
  }
  const reference = isObject(body.written) ? textAt(body.written, "$ref") : null;
  return reference === null
    ? upgradeBody(body.parameter, consumes, upgrade)
    : { $ref: upgrade.renameReference(reference) };
}

/** The parameters that make the body, those of the operation before those of its path item. */
function listBodyParts(operation: JsonObject, shared: readonly Json[], upgrade: Upgrade) {
  const read = (list: readonly Json[]) =>
    list.map((each) => readListed(each, upgrade)).filter((each) => !isPlain(each));
  const own = read(listAt(operation, "parameters"));
  const seen = new Set(own.map(identify));
  return [...own, ...read(shared).filter((each) => !seen.has(identify(each)))];
}

/** The parts of a body that have no place in one request body: a second body, or fields. */
function listLost(parts: readonly Listed[]): readonly Json[] {
  const body = parts.find(({ place }) => place === "body");
  return body === undefined
    ? []
    : parts.filter((each) => each !== body).map((each) => each.written);
}

function keepMembers(operation: JsonObject, parts: readonly Listed[], upgraded: Json | undefined) {
  const lost = listLost(parts);
  const content = (responses: Json | undefined) =>
    isObject(responses) &&
    Object.values(responses).some((each) => isObject(each) && Object.hasOwn(each, "content"));
  const consumes = memberOf(operation, "consumes");
  const produces = memberOf(operation, "produces");
  return {
    ...(lost.length > 0 ? { parameters: lost } : {}),
    ...(consumes !== undefined && parts.length === 0 ? { consumes } : {}),
    ...(produces !== undefined && !content(upgraded) ? { produces } : {}),
  };
}

/** An operation in the form of 3.0; `shared` are the parameters of its path item. */
export function upgradeOperation(
  operation: JsonObject,
  shared: readonly Json[],
  document: JsonObject,
  upgrade: Upgrade,
): JsonObject {
  const parts = listBodyParts(operation, shared, upgrade);
  const consumes = textsAt(operation, "consumes") ?? upgrade.consumes;
  const produces = textsAt(operation, "produces") ?? upgrade.produces;
  const requestBody = makeRequestBody(parts, consumes, upgrade);
  const schemes = textsAt(operation, "schemes");
  const servers = schemes === null ? null : makeServers(document, schemes);
  const given = memberOf(operation, "responses");
  const responses = isObject(given)
    ? mapMembers(given, (each, name) =>
        name.startsWith("x-") ? each : upgradeResponse(each, produces, upgrade),
      )
    : given;
  const kept = keepMembers(operation, parts, responses);
  const parameters = upgradeParameters(listAt(operation, "parameters"), upgrade);
  const isListed = Object.hasOwn(operation, "parameters");
  return editMembers(operation, {
    consumes: undefined,
    produces: undefined,
    schemes: undefined,
    parameters: isListed && parameters.length > 0 ? parameters : undefined,
    ...(requestBody === null ? {} : { requestBody }),
    ...(responses === undefined ? {} : { responses }),
    ...(servers === null ? {} : { servers }),
    ...(Object.keys(kept).length > 0 ? { [swaggerName]: kept } : {}),
  });
}

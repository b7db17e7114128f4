import { follow } from "@lintel/openapi/view";
import { isObject, listOf, memberOf, objectOf, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import type { Line } from "../blocks/block.types.ts";
import type { ReferencePlan } from "../plan/reference.types.ts";
import { cut } from "../schema/show-value.ts";

export interface SchemeUse {
  readonly name: string;
  /** Undefined if the document does not declare the scheme. */
  readonly scheme: unknown;
  readonly scopes: readonly string[];
}

/** Limits of the shown alternatives, of the schemes in one, and of the scopes of each. */
const maxAlternatives = 8;
const maxSchemes = 3;
const maxScopes = 6;

/**
 * The security of an operation: one of the alternatives, with all of its schemes, is enough; an
 * empty list requires nothing.
 */
export function listSecurity(plan: ReferencePlan, operation: Place): SchemeUse[][] {
  const own = memberOf(operation.value, "security");
  const alternatives = listOf(own === undefined ? memberOf(plan.view.root.value, "security") : own);
  return alternatives.filter(isObject).map((alternative) =>
    Object.entries(alternative).map(([name, scopes]) => ({
      name,
      scheme: findScheme(plan, name),
      scopes: listOf(scopes).filter((scope) => typeof scope === "string"),
    })),
  );
}

/** A scheme by its name, or since 3.2 by its URI (§4.30). */
function findScheme(plan: ReferencePlan, name: string): unknown {
  const schemes = stepInto(stepInto(plan.view.root, "components"), "securitySchemes");
  if (Object.hasOwn(objectOf(schemes.value), name))
    return follow(plan.view, stepInto(schemes, name)).value;
  return plan.view.find(name)?.value;
}

/** A short description of a scheme. */
export function explainScheme(scheme: unknown): string {
  const said = (name: string): string => cut(textOf(memberOf(scheme, name)) ?? "");
  switch (memberOf(scheme, "type")) {
    case "apiKey":
      return `API key in the ${said("in")} as ${said("name")}`;
    case "http":
      return `HTTP ${said("scheme")}${said("bearerFormat") === "" ? "" : ` (${said("bearerFormat")})`}`;
    case "oauth2":
      return "OAuth 2.0";
    case "openIdConnect":
      return "OpenID Connect";
    case "mutualTLS":
      return "a certificate of the client (mutual TLS)";
    default:
      return "";
  }
}

function writeUse({ name, scheme, scopes }: SchemeUse): Line {
  const explained = explainScheme(scheme);
  return [
    { code: cut(name) },
    explained === "" ? "" : ` – ${explained}`,
    ...scopes
      .slice(0, maxScopes)
      .flatMap((scope, at): Line => [at === 0 ? " with " : ", ", { code: cut(scope) }]),
  ];
}

/** The alternatives, one per line. */
export function writeSecurity(alternatives: readonly (readonly SchemeUse[])[]): Line[] {
  if (alternatives.length === 0) return [["None"]];
  const lines = alternatives
    .slice(0, maxAlternatives)
    .map((uses, at): Line => [
      at === 0 ? "" : "or ",
      ...(uses.length === 0
        ? ["without authentication"]
        : uses
            .slice(0, maxSchemes)
            .flatMap((use, index): Line =>
              index === 0 ? writeUse(use) : [" and ", ...writeUse(use)],
            )),
    ]);
  const rest = alternatives.length - lines.length;
  return rest > 0 ? [...lines, [`or one of ${rest} more ways`]] : lines;
}

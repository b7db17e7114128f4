import { listOf, memberOf, objectOf, textOf, type JsonObject } from "@lintel/json/value";

/** The rules of lint that concern security. */
export type SecurityRule = "security-defined" | "security-scopes-defined";

export interface SecurityGap {
  readonly rule: SecurityRule;
  /** Where it is: an operation, such as `GET /orders`, or the whole document. */
  readonly at: string;
  readonly message: string;
}

const methods = ["get", "query", "head", "options", "post", "put", "patch", "delete", "trace"];

/**
 * What the document leaves open about security. The rules are those of lint; they are read here,
 * because the engine of lint is many times as large as the scan.
 */
export function listSecurityGaps(document: JsonObject): SecurityGap[] {
  const schemes = objectOf(memberOf(document["components"], "securitySchemes"));
  const own = checkRequirements(schemes, "the document", document["security"]);
  const operations = Object.entries(objectOf(document["paths"])).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = memberOf(item, method);
      const at = `${method.toUpperCase()} ${path}`;
      return operation === undefined ? [] : [{ at, security: memberOf(operation, "security") }];
    }),
  );
  return [
    ...own,
    ...operations.flatMap(({ at, security }): SecurityGap[] => {
      if (security !== undefined) return checkRequirements(schemes, at, security);
      if (document["security"] !== undefined) return [];
      return [{ rule: "security-defined", at, message: `${at} has no security` }];
    }),
  ];
}

function checkRequirements(schemes: JsonObject, at: string, security: unknown): SecurityGap[] {
  return listOf(security).flatMap((requirement) =>
    Object.entries(objectOf(requirement)).flatMap(([name, scopes]): SecurityGap[] => {
      const scheme = Object.hasOwn(schemes, name) ? objectOf(schemes[name]) : null;
      if (scheme === null)
        return [{ rule: "security-defined", at, message: `${at} names the scheme ${name}` }];
      if (scheme["type"] !== "oauth2") return [];
      const flows = Object.values(objectOf(scheme["flows"]));
      const declared = new Set(
        flows.flatMap((flow) => Object.keys(objectOf(memberOf(flow, "scopes")))),
      );
      return listOf(scopes)
        .flatMap((scope) => textOf(scope) ?? [])
        .filter((scope) => !declared.has(scope))
        .map((scope) => ({
          rule: "security-scopes-defined",
          at,
          message: `${at} asks for the scope ${scope}`,
        }));
    }),
  );
}

import { isList, isObject, isText, type Json } from "@lintel/json/value";
import { isTextList } from "../member-tables.ts";
import { warnKept, type SplitContext } from "./split-context.ts";

type Requirement = Readonly<Record<string, readonly string[]>>;

const isRequirement = (value: Json): value is Requirement =>
  isObject(value) &&
  Object.entries(value).every(([name, scopes]) => isText(name) && isTextList(scopes));

/**
 * Makes rows of an endpoint's security; returns whether that was possible, and whether the list is
 * empty.
 */
export function splitSecurity(
  context: SplitContext,
  value: Json,
  endpointId: string,
): { readonly isEmpty: boolean } | null {
  if (!isList(value) || !value.every(isRequirement)) {
    warnKept(context, "security", "a list of security requirements");
    return null;
  }
  const rows = context.design.securityAssignments;
  for (const [alternative, requirement] of value.entries()) {
    const schemes = Object.entries(requirement);
    const place = { endpointId, alternative };
    if (schemes.length === 0) {
      rows.push({ id: context.newId(), ...place, position: 0, schemeName: null, scopes: [] });
    }
    for (const [position, [schemeName, scopes]] of schemes.entries()) {
      rows.push({ id: context.newId(), ...place, position, schemeName, scopes });
    }
  }
  return { isEmpty: value.length === 0 };
}

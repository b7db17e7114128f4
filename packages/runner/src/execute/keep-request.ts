import type { TestRequest } from "@lintel/contract/shapes/test-request";
import { isObject } from "@lintel/json/value";
import { isCredentialName } from "@lintel/masking/credential-names";
import { type Masker, maskText } from "@lintel/masking/masker";

/** A value that consists of variables, and of no text that could be a credential. */
const isTemplate = (text: string): boolean => /^(?:\s|Bearer |Basic |\{\{[^{}]*\}\})+$/.test(text);

/**
 * A request as it can be stored and sent again: variables stay, credentials that are written out are masked, and a body
 * over the limit is left out.
 */
export function keepRequest(request: TestRequest, masker: Masker, maxBytes: number): TestRequest {
  const { body, auth, ...rest } = request;
  const keep = (value: unknown, name = ""): unknown => {
    if (typeof value === "string") {
      if (isTemplate(value)) return value;
      return isCredentialName(name) ? maskText : masker.text(value);
    }
    if (Array.isArray(value)) return value.map((item: unknown) => keep(item, name));
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([own, member]) => [own, keep(member, own)] as const);
    return Object.fromEntries(members);
  };
  const isSmall = body !== undefined && Buffer.byteLength(JSON.stringify(body)) <= maxBytes;
  return {
    ...(keep(rest) as Omit<TestRequest, "body" | "auth">),
    ...(isSmall ? { body: keep(body) as NonNullable<TestRequest["body"]> } : {}),
    ...(auth === undefined ? {} : { auth: keepAuth(auth) }),
  };
}

/** Every field of a credential is one, except for its type, its place and names. */
function keepAuth(auth: NonNullable<TestRequest["auth"]>): NonNullable<TestRequest["auth"]> {
  const open = new Set(["type", "in", "name", "username", "clientId", "scope"]);
  const fields = Object.entries(auth).map(([name, value]) => [
    name,
    open.has(name) || isTemplate(value) ? value : maskText,
  ]);
  return Object.fromEntries(fields) as NonNullable<TestRequest["auth"]>;
}

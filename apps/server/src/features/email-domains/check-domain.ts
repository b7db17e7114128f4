import type { TxtAnswer, TxtResolver } from "../../platform/dns/txt-resolver.ts";
import type { StoredDomain } from "./email-domain.store.ts";

/** How long a verified domain may lack its record before it is lost. */
export const graceMs = 7 * 86_400_000;

/** The name of the TXT record: apart from those of the domain itself, which other services share. */
export const recordNameOf = (domain: string): string => `_lintel.${domain}`;

/** `unknown`: the DNS did not answer, so that a verified domain stays as it was. */
export type DomainCheck =
  | { readonly kind: "verified" }
  | { readonly kind: "missing" | "unknown"; readonly problem: string };

export async function checkDomain(
  dns: TxtResolver,
  { domain, txtValue }: Pick<StoredDomain, "domain" | "txtValue">,
): Promise<DomainCheck> {
  const name = recordNameOf(domain);
  return explain(await dns.resolve(name), name, txtValue);
}

function explain(answer: TxtAnswer, name: string, value: string): DomainCheck {
  if (answer.kind === "unreachable")
    return {
      kind: "unknown",
      problem: `The DNS did not answer for ${name} (${answer.code}). Try again later.`,
    };
  if (answer.kind === "absent")
    return {
      kind: "missing",
      problem: `${name} has no TXT record. Set it, and wait until the DNS has it: that can take an hour.`,
    };
  if (answer.texts.some((text) => text.trim() === value)) return { kind: "verified" };
  return {
    kind: "missing",
    problem: `${name} has other TXT records, but not the one to set. Add it next to the others.`,
  };
}

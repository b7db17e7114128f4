import type { Caller } from "@lintel/contract/shapes/account";
import { cleanText } from "../output/clean-text.ts";

/** The owner of a key, one fact per line. */
export function describeCaller(caller: Caller, url: string): string[] {
  const { user, organization, key, region } = caller;
  const lines = [
    ["Service", `${url}, region ${region}`],
    ["User", `${user.name} <${user.email}>, ${user.role}`],
    ["Organization", `${organization.name} (${organization.slug}), plan ${organization.plan}`],
  ];
  if (key !== null) {
    const end = key.expiresAt === null ? "never expires" : `expires ${key.expiresAt.slice(0, 10)}`;
    lines.push(["Key", `${key.name}, ${key.access} access, ${end}`]);
  }
  return lines.map(([label = "", text = ""]) => `${label.padEnd(14)}${cleanText(text)}`);
}

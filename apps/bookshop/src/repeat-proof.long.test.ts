import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { EvidenceItem } from "@lintel/scanner/finding.types";
import { scanWith } from "@lintel/scanner/testing/scan-with";
import { createBookshop } from "./bookshop.ts";
import * as lab from "./testing/scan-shop.ts";

const run = promisify(execFile);
const hasCurl = await run("curl", ["--version"]).then(
  () => true,
  () => false,
);
if (!hasCurl) console.log("Skipped: there is no curl to repeat proofs with");

/** The tokens of the customers, by the shell variables of a proof. */
async function signIn(baseUrl: string): Promise<Record<string, string>> {
  const tokens = lab.shopIdentities.map(async ({ name, auth }) => {
    if (auth.type !== "login") throw new Error(`${name} does not log in.`);
    const answer = await fetch(`${baseUrl}${auth.path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(auth.body),
    });
    const { accessToken } = (await answer.json()) as { accessToken: string };
    return [name.toUpperCase(), accessToken] as const;
  });
  return Object.fromEntries(await Promise.all(tokens));
}

/** Copies the lines of a proof into a shell, and the ids of answers where a label asks for them. */
async function repeat(
  items: readonly EvidenceItem[],
  tokens: Readonly<Record<string, string>>,
): Promise<number[]> {
  const env: Record<string, string> = { ...tokens };
  const statuses: number[] = [];
  for (const { label, curl } of items) {
    const { stdout } = await run("sh", ["-c", `${curl} --silent`], {
      env: { ...process.env, ...env },
    });
    statuses.push(Number(/^HTTP\/1\.1 (\d+)/.exec(stdout)?.[1]));
    const variable = /set (\w+) to the id/.exec(label)?.[1];
    if (variable === undefined) continue;
    const { id } = JSON.parse(stdout.slice(stdout.indexOf("\r\n\r\n"))) as { id: number };
    env[variable] = String(id);
  }
  return statuses;
}

describe.skipIf(!hasCurl)("the proof of a finding", () => {
  it.each([
    ["cancelled-orders", "object-writing"],
    ["moved-alerts", "object-writing"],
    ["alert-status", "mass-assignment"],
  ])("can be repeated after the scan has deleted its records: %s", async (weakness, scannerId) => {
    await using shop = createBookshop({ weaknesses: [weakness] });
    const baseUrl = await shop.listen({ host: "127.0.0.1", port: 0 });
    const { findings } = await scanWith({
      baseUrl,
      document: { text: (await shop.inject({ url: "/openapi.yaml" })).body },
      identities: lab.shopIdentities,
      isDisposable: true,
      scannerIds: [scannerId],
    });
    const [finding] = findings;
    const { controls = [], attacks = [] } = finding?.evidence ?? {};
    expect(attacks.length).toBeGreaterThan(1);
    const statuses = await repeat([...controls, ...attacks], await signIn(baseUrl));
    expect(statuses).toEqual([...controls, ...attacks].map(({ response }) => response.status));
  });
});

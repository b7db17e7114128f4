import type { RequestListener } from "node:http";
import { parseAllowRules } from "@lintel/egress/allow-rules";
import type { ClientCertificate } from "@lintel/egress/client-certificate";
import { createEgress } from "@lintel/egress/create-egress";
import { readClientName, startCertifiedServer } from "@lintel/egress/testing/certified-server";
import { makeCertificate } from "@lintel/egress/testing/make-certificate";
import { describe, expect, it } from "vitest";
import type { Identity } from "./identities/identity.types.ts";
import { preflight } from "./preflight.ts";
import { scanWith, withTarget, type TestScan } from "./testing/scan-with.ts";
import { writeDocument } from "./testing/write-document.ts";

const responses = { 200: { description: "Done." } };
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const document = writeDocument({
  "/notes": { get: { responses } },
  "/notes/{id}": { get: { parameters: [id], responses } },
});

const make = (name: string): ClientCertificate => {
  const { cert, key } = makeCertificate(name);
  return { certificate: cert, key };
};
const [alice, bob, mallory] = [make("alice"), make("bob"), make("mallory")];
const toIdentity = (name: string, own: ClientCertificate): Identity => ({
  name,
  role: null,
  rank: 1,
  auth: { type: "clientCertificate", ...own },
});
const identities = [toIdentity("alice", alice), toIdentity("bob", bob)];

/** Notes of alice and bob; each reads those of the other if they are open. */
const answerNotes =
  (isOpen: boolean): RequestListener =>
  (request, response) => {
    const caller = readClientName(request);
    const [, path, wanted] = request.url?.split("/") ?? [];
    const [, owner] = /^note-of-(alice|bob)$/.exec(wanted ?? "") ?? [];
    const end = (status: number, value: object = {}) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (caller === null) end(401);
    else if (path !== "notes") end(404);
    else if (wanted === undefined) end(200, [{ id: `note-of-${caller}` }]);
    else if (owner === caller || (isOpen && owner !== undefined))
      end(200, { id: wanted, text: `Only for ${owner}` });
    else end(404);
  };

async function withServer<T>(
  { isOpen, refuses }: { readonly isOpen: boolean; readonly refuses: boolean },
  work: (options: TestScan, connections: readonly (string | null)[]) => Promise<T>,
): Promise<T> {
  const clients = [alice.certificate, bob.certificate];
  await using server = await startCertifiedServer({ clients, refuses }, answerNotes(isOpen));
  const egress = createEgress({
    allow: parseAllowRules("127.0.0.1:*"),
    isOwnAddress: () => false,
    ca: server.ca,
    resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
  });
  try {
    const options = { baseUrl: server.origin, document, identities, tools: { egress } };
    return await work(options, server.connections);
  } finally {
    await egress.close();
  }
}

describe.each([true, false])(
  "where a connection without a certificate is refused: %s",
  (refuses) => {
    it("identities with certificates are compared, each over its own connections", async () => {
      const scannerIds = ["object-reading", "authentication"];
      const found = await withServer({ isOpen: true, refuses }, async (options, connections) => ({
        result: await scanWith({ ...options, scannerIds }),
        names: new Set(connections),
      }));
      const { status, findings } = found.result;
      expect(status).toBe("completed");
      expect(findings.map(({ guidance, path }) => `${guidance.id} ${path}`)).toEqual([
        "SVC01001 /notes/{id}",
      ]);
      const expected = refuses ? ["alice", "bob"] : ["alice", "bob", null];
      expect([...found.names].filter((name) => !refuses || name !== null)).toEqual(
        expect.arrayContaining(expected),
      );
      const text = JSON.stringify(found.result);
      expect(text).toContain(String.raw`--cert \"$BOB_CERTIFICATE\" --key \"$BOB_KEY\"`);
      expect(text).not.toContain("BEGIN");
    });

    it("a sound target has no finding", async () => {
      const result = await withServer({ isOpen: false, refuses }, (options) => scanWith(options));
      expect(result).toMatchObject({ status: "completed", coverage: 1 });
      const { findings, unconfirmed } = result;
      expect(findings.filter(({ guidance }) => guidance.owasp.startsWith("API1"))).toEqual([]);
      expect(findings.filter(({ guidance }) => guidance.owasp.startsWith("API2"))).toEqual([]);
      expect(unconfirmed).toEqual([]);
    });
  },
);

it("names an identity whose certificate the target refuses", async () => {
  const given = [...identities, toIdentity("mallory", mallory)];
  const found = await withServer({ isOpen: false, refuses: true }, (options) =>
    withTarget({ ...options, identities: given }, preflight),
  );
  expect(found.identities).toMatchObject([
    { name: "alice", works: true },
    { name: "bob", works: true },
    { name: "mallory", works: false },
  ]);
  expect(found.identities[2]?.reason).toMatch(/^mallory could not sign in with its certificate: /);
});

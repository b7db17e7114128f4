import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readClientName, startCertifiedServer } from "@lintel/egress/testing/certified-server";
import { makeCertificate } from "@lintel/egress/testing/make-certificate";
import { startLintel } from "./testing/spawn-lintel.ts";

const cwd = mkdtempSync(path.join(tmpdir(), "certificate-"));
afterAll(() => rmSync(cwd, { recursive: true }));

const responses = { "200": { description: "fine" } };
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const document = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  paths: {
    "/notes": { get: { responses } },
    "/notes/{id}": { get: { parameters: [id], responses } },
  },
};
writeFileSync(path.join(cwd, "api.json"), JSON.stringify(document));

const save = (name: string, text: string): void => writeFileSync(path.join(cwd, name), text);
const clients = ["alice", "bob"].map((name) => {
  const { cert, key } = makeCertificate(name);
  save(`${name}.crt`, cert);
  save(`${name}.key`, key);
  return cert;
});
const identity = (name: string) => ["--identity", `${name}=certificate:${name}.crt:${name}.key`];
const arguments_ = ["scan", "api.json", "--rate", "1000", "--scanner", "object-reading"];

describe("lintel scan with client certificates", () => {
  it("finds what one reads of another, and shows how to repeat it", async () => {
    await using server = await startCertifiedServer(
      { clients, refuses: true },
      (request, response) => {
        const caller = readClientName(request) ?? "";
        const [, , wanted] = request.url?.split("/") ?? [];
        response.setHeader("content-type", "application/json");
        if (wanted === undefined) response.end(JSON.stringify([{ id: `note-of-${caller}` }]));
        else if (/^note-of-(?:alice|bob)$/.test(wanted))
          response.end(JSON.stringify({ id: wanted, text: `Only for ${wanted}` }));
        else response.writeHead(404).end("{}");
      },
    );
    save("ca.crt", server.ca);
    const { code, stdout, stderr } = await startLintel({
      args: [
        ...arguments_,
        "--url",
        server.origin,
        ...identity("alice"),
        ...identity("bob"),
        "--json",
      ],
      cwd,
      env: { NODE_EXTRA_CA_CERTS: path.join(cwd, "ca.crt") },
    }).ended;
    expect(code, stderr).toBe(1);
    expect(stdout).toContain("SVC01001");
    expect(stdout).toContain(String.raw`--cert \"$BOB_CERTIFICATE\" --key \"$BOB_KEY\"`);
    expect(stdout).not.toContain("BEGIN");
  });

  it.each([
    [["--identity", "alice=certificate:nowhere.crt:alice.key"], "nowhere.crt (ENOENT)"],
    [["--identity", "alice=certificate:alice.crt:bob.key"], "not that of the certificate"],
    [["--identity", "alice=certificate:api.json:bob.key"], "no PEM text"],
  ])("refuses %j", async (more, message) => {
    const { code, stderr } = await startLintel({
      args: [...arguments_, "--url", "https://localhost:9", ...more],
      cwd,
    }).ended;
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});

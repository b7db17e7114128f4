import { generateKeyPairSync } from "node:crypto";

import { describe, expect, it } from "vitest";

import { explainCertificate, explainValidity } from "./client-certificate.ts";
import { startCertifiedServer, readClientName } from "./testing/certified-server.ts";
import { makeCertificate } from "./testing/make-certificate.ts";
import { openEgress, textOf } from "./testing/open-egress.ts";
import { startServer } from "./testing/start-server.ts";

const made = (name: string) => {
  const { cert, key } = makeCertificate(name);
  return { certificate: cert, key };
};
const [alice, bob, mallory] = [made("alice"), made("bob"), made("mallory")];
const clients = [alice.certificate, bob.certificate];
const resolve = () => Promise.resolve([{ address: "127.0.0.1", family: 4 } as const]);

describe("a client certificate", () => {
  it("is shown by its own requests alone, each with its own connection", async () => {
    await using server = await startCertifiedServer({ clients }, (request, response) => {
      response.end(readClientName(request) ?? "nobody");
    });
    await using egress = openEgress("127.0.0.1:*", { ca: server.ca, resolve });
    const names: string[] = [];
    for (const clientCertificate of [alice, bob, undefined, alice, bob, mallory, undefined])
      names.push(
        textOf(
          await egress.get(
            server.origin,
            clientCertificate === undefined ? {} : { clientCertificate },
          ),
        ),
      );
    expect(names).toEqual(["alice", "bob", "nobody", "alice", "bob", "nobody", "nobody"]);
    expect(server.connections).toEqual(["alice", "bob", null, null]);
  });

  it.each(["TLSv1.2", "TLSv1.3"] as const)(
    "opens a server that refuses others in %s",
    async (maxVersion) => {
      const options = { clients, refuses: true, maxVersion };
      await using server = await startCertifiedServer(options, (request, response) => {
        response.end(readClientName(request));
      });
      await using egress = openEgress("127.0.0.1:*", { ca: server.ca, resolve });
      const answer = await egress.get(server.origin, { clientCertificate: alice });
      expect(textOf(answer)).toBe("alice");
      for (const more of [{}, { clientCertificate: mallory }])
        expect(["CONNECTION_CLOSED", "TLS_FAILED", "CERTIFICATE_REFUSED"]).toContain(
          await egress.refuseCode(server.origin, more),
        );
    },
  );

  it("is not shown to another origin that a redirect names", async () => {
    const answer = { clients };
    await using other = await startCertifiedServer(
      { ...answer, name: "other.example" },
      (request, response) => {
        response.end(readClientName(request) ?? "nobody");
      },
    );
    await using server = await startCertifiedServer(answer, (request, response) => {
      const location = request.url === "/away" ? other.origin : "/here";
      if (request.url === "/here") response.end(readClientName(request));
      else response.writeHead(302, { location }).end();
    });
    await using egress = openEgress("127.0.0.1:*", { ca: server.ca + other.ca, resolve });
    const send = async (path: string) =>
      textOf(await egress.get(`${server.origin}${path}`, { clientCertificate: alice }));
    expect(await send("/start")).toBe("alice");
    expect(await send("/away")).toBe("nobody");
  });

  it("changes nothing about addresses that are refused", async () => {
    await using server = await startCertifiedServer({ clients }, (_, response) => response.end());
    await using egress = openEgress("", { ca: server.ca, resolve });
    const more = { clientCertificate: alice };
    expect(await egress.refuseCode(server.origin, more)).toBe("ADDRESS_REFUSED");
    expect(server.connections).toEqual([]);
  });

  it("is not sent over http", async () => {
    await using server = await startServer((_, response) => response.end());
    await using egress = openEgress("127.0.0.1:*");
    expect(await egress.refuseCode(server.origin, { clientCertificate: alice })).toBe(
      "INVALID_REQUEST",
    );
    expect(server.requests).toEqual([]);
  });
});

describe("a certificate that cannot be used is explained", () => {
  const locked = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    type: "pkcs8",
    format: "pem",
    cipher: "aes-256-cbc",
    passphrase: "secret",
  });
  it.each([
    [alice, null],
    [{ ...alice, certificate: `${alice.certificate}${bob.certificate}` }, null],
    [{ ...alice, certificate: "alice" }, "no PEM text of an X.509 certificate"],
    [{ ...alice, key: "key" }, "no PEM text of a private key"],
    [{ ...alice, key: bob.key }, "not that of the certificate"],
    [{ ...alice, key: locked.toString() }, "has a passphrase"],
  ])("%#", (given, reason) => {
    const found = explainCertificate(given);
    if (reason === null) expect(found).toBeNull();
    else expect(found).toContain(reason);
  });

  it("by the days on which it is valid", () => {
    expect(explainValidity(alice, new Date("2026-11-24"))).toBeNull();
    expect(explainValidity(alice, new Date("2100-01-02"))).toBe("it expired on 2099-12-31");
    expect(explainValidity(alice, new Date("2019-12-31"))).toBe("it is valid from 2020-01-01");
  });
});

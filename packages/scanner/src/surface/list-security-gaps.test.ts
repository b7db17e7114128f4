import { expect, it } from "vitest";
import { lintDocument } from "@lintel/openapi/lint";
import { listSecurityGaps } from "./list-security-gaps.ts";

const ok = { responses: { 200: { description: "Done." } } };
const scopes = { "orders:read": "Read orders." };
const document = {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  components: {
    securitySchemes: {
      token: { type: "http", scheme: "bearer" },
      client: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/token", scopes } } },
    },
  },
  paths: {
    "/open": { get: { ...ok, security: [] } },
    "/silent": { get: ok },
    "/token": { get: { ...ok, security: [{ token: [] }] } },
    "/unknown": { get: { ...ok, security: [{ nobody: [] }] } },
    "/orders": {
      get: { ...ok, security: [{ client: ["orders:read"] }] },
      post: { ...ok, security: [{ client: ["orders:write"] }] },
    },
  },
};

it("finds what the rules of lint find", async () => {
  const gaps = listSecurityGaps(document);
  expect(gaps.map(({ rule, at }) => `${rule} ${at}`)).toEqual([
    "security-defined GET /silent",
    "security-defined GET /unknown",
    "security-scopes-defined POST /orders",
  ]);
  const { findings } = await lintDocument({ document });
  const own = findings.filter(({ rule }) => gaps.some((gap) => gap.rule === rule));
  expect(own.map(({ rule }) => rule).sort()).toEqual(gaps.map(({ rule }) => rule).sort());
});

it("finds nothing where the whole document says what is needed", () => {
  expect(listSecurityGaps({ ...document, security: [], paths: { "/a": { get: ok } } })).toEqual([]);
});

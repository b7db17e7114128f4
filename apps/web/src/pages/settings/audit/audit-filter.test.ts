import { expect, it } from "vitest";
import { readAuditFilter } from "./audit-filter.ts";

it("asks the server what the box says", () => {
  expect(readAuditFilter("")).toEqual({});
  expect(readAuditFilter('category:"user & members" from:2026-11-01')).toEqual({
    category: "User & Members",
    from: "2026-11-01T00:00:00Z",
  });
  expect(readAuditFilter("api_key.revoked actor:ada@example.com")).toEqual({
    event: "api_key.revoked",
    actor: "ada@example.com",
  });
  expect(readAuditFilter("ada@example.com")).toEqual({ actor: "ada@example.com" });
});

import { describe, expect, it } from "vitest";
import { scanners } from "../scanners/scanner-list.generated.ts";
import { fingerprint } from "./fingerprint.ts";
import { scoreFindings } from "./score.ts";

const parts = {
  guidanceId: "SVC01001",
  method: "get",
  path: "/orders/{orderId}",
  place: { location: "path", name: "orderId" },
} as const;

describe("a fingerprint", () => {
  it("is the digest of its parts", () => {
    expect(fingerprint(parts)).toMatchInlineSnapshot(`"9bed3f372254be546920b9980b85f9bc"`);
  });

  it("depends neither on names of variables nor on indexes", () => {
    expect(fingerprint({ ...parts, path: "/orders/{id}" })).toBe(fingerprint(parts));
    const inBody = (name: string) => fingerprint({ ...parts, place: { location: "body", name } });
    expect(inBody("/items/0/secret")).toBe(inBody("/items/17/secret"));
    expect(inBody("/items/0")).not.toBe(inBody("/items"));
  });

  it("depends on everything else", () => {
    const others = [
      { ...parts, guidanceId: "SVC01002" },
      { ...parts, method: "PUT" },
      { ...parts, path: "/orders" },
      { ...parts, place: { location: "query", name: "orderId" } as const },
    ];
    expect(new Set([parts, ...others].map(fingerprint)).size).toBe(5);
  });
});

describe("the score", () => {
  it.each([
    [[], 100],
    [[["A", "low"]], 99],
    [[["A", "high"]], 69],
    [[["A", "critical"]], 39],
    // 15 + 15/2: the second finding of a guidance id counts half.
    [
      [
        ["A", "medium"],
        ["A", "medium"],
      ],
      93,
    ],
    [
      [
        ["A", "medium"],
        ["B", "medium"],
      ],
      90,
    ],
    [[["A", "info"]], 100],
  ] as const)("of %j is %i", (findings, expected) => {
    const scored = findings.map(([guidanceId, severity]) => ({ guidanceId, severity }));
    expect(scoreFindings(scored)).toBe(expected);
  });
});

describe("guidance", () => {
  const all = scanners.flatMap(({ guidance }) => guidance);

  it("has ids that name the OWASP category", () => {
    expect(all.length).toBeGreaterThan(10);
    for (const { id, owasp } of all) {
      const category = Number(/^API(\d+):2023$/.exec(owasp)?.[1]);
      expect(id).toMatch(new RegExp(`^SVC${String(category).padStart(2, "0")}\\d{3}$`));
    }
  });

  it("has one text for each id", () => {
    const byId = Map.groupBy(all, ({ id }) => id);
    for (const [id, same] of byId) expect(new Set(same).size, id).toBe(1);
    expect(new Set(all.map(({ name }) => name)).size).toBe(byId.size);
  });

  it("says what it is, how it is corrected, and where to read more", () => {
    for (const { id, name, title, description, remediation, references, cwe } of all) {
      expect(name, id).toMatch(/^[A-Z][A-Za-z]+$/);
      expect(title.length, id).toBeLessThanOrEqual(90);
      expect(description, id).toMatch(/\.$/);
      expect(remediation, id).toMatch(/\.$/);
      expect(references.length, id).toBeGreaterThan(0);
      expect(cwe.length, id).toBeGreaterThan(0);
    }
  });
});

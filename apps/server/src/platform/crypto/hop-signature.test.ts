import { describe, expect, it } from "vitest";
import { verifyHop, parseHopSecrets, signHop, type HopSecrets } from "./hop-signature.ts";

const secret: HopSecrets = [Buffer.alloc(32, "a")];
const hop = { region: "us", method: "POST", target: "/api/cli/run?x=1" };
const now = new Date("2026-05-01T12:00:00Z");
const later = (seconds: number): Date => new Date(now.getTime() + 1000 * seconds);

describe("a hop header", () => {
  it("is valid for its own call, for a minute either way", () => {
    const header = signHop(secret, hop, now);
    expect(header).toMatch(/^v1;us;1777636800;[0-9a-f]{32};[0-9a-f]{64}$/);
    for (const seconds of [-60, 0, 60]) {
      expect(verifyHop(secret, header, hop, later(seconds))).toBe("valid");
    }
    expect(signHop(secret, hop, now)).not.toBe(header);
  });

  it("is stale beyond that minute", () => {
    const header = signHop(secret, hop, now);
    expect(verifyHop(secret, header, hop, later(61))).toBe("stale");
    expect(verifyHop(secret, header, hop, later(-62))).toBe("stale");
  });

  it("is forged for another call, in any changed part, and under another secret", () => {
    const header = signHop(secret, hop, now);
    const others = [
      { ...hop, method: "GET" },
      { ...hop, target: "/api/cli/run?x=2" },
      { ...hop, region: "eu" },
    ];
    for (const other of others) expect(verifyHop(secret, header, other, now)).toBe("forged");
    const [version, , seconds, nonce, mac] = header.split(";");
    const changed = [
      [version, "eu", seconds, nonce, mac],
      [version, "us", String(Number(seconds) + 1), nonce, mac],
      [version, "us", seconds, "0".repeat(32), mac],
      [version, "us", seconds, nonce, "0".repeat(64)],
    ];
    for (const parts of changed) {
      expect(verifyHop(secret, parts.join(";"), hop, now)).toBe("forged");
    }
    expect(verifyHop([Buffer.alloc(32, "b")], header, hop, now)).toBe("forged");
  });

  it("is believed under each of several secrets, and made with the first", () => {
    const [old] = secret;
    const next = Buffer.alloc(32, "b");
    const exchanging: HopSecrets = [next, old];
    expect(verifyHop(exchanging, signHop(secret, hop, now), hop, now)).toBe("valid");
    expect(verifyHop([next], signHop(exchanging, hop, now), hop, now)).toBe("valid");
    expect(verifyHop(secret, signHop(exchanging, hop, now), hop, now)).toBe("forged");
  });

  it("is unreadable in any other form", () => {
    const header = signHop(secret, hop, now);
    for (const text of ["", "v1", `${header};`, `${header}, ${header}`, header.toUpperCase()]) {
      expect(verifyHop(secret, text, hop, now)).toBe("unreadable");
    }
  });
});

describe("the secrets", () => {
  it("are at least 32 bytes each, in hex or Base64, parted by commas", () => {
    const [hex, upper] = ["ab".repeat(32), "AB".repeat(48)];
    const base64 = Buffer.alloc(33, 7).toString("base64");
    const lengths = (text: string) => parseHopSecrets(text)?.map(({ length }) => length);
    expect(lengths(hex)).toEqual([32]);
    expect(lengths(`${upper}, ${base64}`)).toEqual([48, 33]);
    for (const text of ["", "short", "ab".repeat(31), Buffer.alloc(31).toString("base64")]) {
      expect(parseHopSecrets(text)).toBeNull();
      expect(parseHopSecrets(`${hex},${text}`)).toBeNull();
    }
    expect(parseHopSecrets("word ".repeat(20))).toBeNull();
  });
});

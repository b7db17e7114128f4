import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  digestSecret,
  isWellFormed,
  keyPrefix,
  makeSecret,
  scimPrefix,
  secretPrefix,
} from "./secret-format.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** CRC-32 bit by bit (ISO 3309, polynomial 0xEDB88320), written apart from the code under test. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const readBase62 = (digits: string) =>
  [...digits].reduce((value, digit) => value * 62 + alphabet.indexOf(digit), 0);

const anySecret = fc.constantFrom(keyPrefix, scimPrefix).map((prefix) => makeSecret(prefix));

describe("a secret", () => {
  it("is its prefix, 32 base62 characters and 6 of a CRC-32 over what precedes", () => {
    expect(crc32("123456789")).toBe(0xcbf43926);
    fc.assert(
      fc.property(anySecret, (secret) => {
        expect(secret).toMatch(/^svc_(live|scim)_[0-9A-Za-z]{38}$/);
        expect(readBase62(secret.slice(-6))).toBe(crc32(secret.slice(0, -6)));
      }),
    );
  });

  it("is never the same twice, and uses the whole alphabet", () => {
    const secrets = Array.from({ length: 500 }, () => makeSecret(keyPrefix));
    expect(new Set(secrets).size).toBe(500);
    const random = secrets.map((secret) => secret.slice(keyPrefix.length, -6)).join("");
    expect(new Set(random).size).toBe(62);
  });

  it("is well formed under its own prefix alone", () => {
    const key = makeSecret(keyPrefix);
    expect(isWellFormed(key, keyPrefix)).toBe(true);
    expect(isWellFormed(key, scimPrefix)).toBe(false);
    const renamed = key.replace(keyPrefix, scimPrefix);
    expect(isWellFormed(renamed, scimPrefix)).toBe(false);
  });

  it("is refused with any one character changed, dropped or added", () => {
    fc.assert(
      fc.property(
        anySecret,
        fc.nat({ max: 46 }),
        fc.constantFrom(...alphabet),
        (secret, at, character) => {
          const prefix = secret.slice(0, keyPrefix.length);
          const [before, after] = [secret.slice(0, at), secret.slice(at + 1)];
          if (secret[at] !== character) {
            expect(isWellFormed(before + character + after, prefix)).toBe(false);
          }
          expect(isWellFormed(before + after, prefix)).toBe(false);
          expect(isWellFormed(before + character + secret.slice(at), prefix)).toBe(false);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("is recognized among other texts without an exception", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(isWellFormed(text, keyPrefix)).toBe(false);
        expect(isWellFormed(keyPrefix + text, keyPrefix)).toBe(false);
      }),
    );
  });

  it("is stored as SHA-256 in hex and listed by 6 of its random characters", () => {
    expect(digestSecret("abc")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    const key = makeSecret(keyPrefix);
    expect(secretPrefix(key)).toBe(key.slice(0, 15));
  });
});

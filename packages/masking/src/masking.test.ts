import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCredentialName } from "./credential-names.ts";
import { makeMasker } from "./masker.ts";
import { listSecretForms } from "./secret-forms.ts";

function knowing(...secrets: unknown[]) {
  const masker = makeMasker();
  for (const secret of secrets) masker.learn(secret);
  return masker;
}

const secrets = fc.string({ minLength: 4, maxLength: 40, unit: "grapheme" });
const around = fc.string({ maxLength: 30 });

const entities: Record<string, string> = {
  "<": "&lt;",
  ">": "&gt;",
  "&": "&amp;",
  '"': "&quot;",
  "'": "&#39;",
};

describe("masking", () => {
  it("leaves no form of a secret in a text", () => {
    fc.assert(
      fc.property(secrets, around, around, (secret, before, after) => {
        fc.pre(!before.includes(secret) && !after.includes(secret));
        const masker = knowing(secret);
        for (const form of listSecretForms(secret)) {
          fc.pre(form.length >= 4);
          expect(masker.text(before + form + after)).not.toContain(form);
        }
      }),
    );
  });

  it.each([
    ["a header of Basic authentication", (s: string) => `Basic ${btoa(`user:${s}`)}`],
    ["a longer Basic header", (s: string) => `Basic ${btoa(`me:${s}:and more`)}`],
    ["an address", (s: string) => `https://a.example/?k=${encodeURIComponent(s)}`],
    ["a form", (s: string) => new URLSearchParams({ x: s }).toString()],
    ["JSON", (s: string) => JSON.stringify({ a: [s] })],
    ["JSON with escaped slashes", (s: string) => JSON.stringify(s).replaceAll("/", "\\/")],
    ["HTML", (s: string) => s.replace(/[<>&"']/g, (char) => entities[char] ?? char)],
  ])("finds a secret in %s", (_name, write) => {
    const secret = `pa"ss/w<o>r&d' +tail=`;
    const masked = knowing(secret).text(write(secret));
    expect(masked).toContain("•••");
    expect(masked).not.toMatch(/ss.{0,4}w|tail|cGEic3Mvdzxv/);
  });

  it.each([
    ["upper case", (s: string) => s.toUpperCase()],
    ["lower case", (s: string) => s.toLowerCase()],
    ["hexadecimal digits", (s: string) => Buffer.from(s).toString("hex")],
    ["hexadecimal capitals", (s: string) => Buffer.from(s).toString("hex").toUpperCase()],
    ["hexadecimal digits of a longer text", (s: string) => Buffer.from(`a:${s}:b`).toString("hex")],
  ])("finds a secret in %s", (_name, write) => {
    const shown = write("Canary-Token-4711");
    const masked = knowing("Canary-Token-4711").text(`before ${shown} after`);
    expect(masked).toMatch(/^before .{0,4}•••.{0,4} after$/);
  });

  it("leaves a short secret in another case, which is often a word", () => {
    expect(knowing("Orders").text("orders and Orders")).toBe("orders and •••");
  });

  it("leaves nothing of a secret at a cut", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 20, max: 60 }),
        (at, maxBytes) => {
          const text = `${"x".repeat(at)}canary-0123456789${"y".repeat(40)}`;
          const shown = knowing("canary-0123456789").start(text, maxBytes);
          expect(shown).not.toMatch(/can|0123/);
          expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(maxBytes);
        },
      ),
    );
  });

  it("masks short secrets only as whole words", () => {
    const masker = knowing("42", "ab");
    expect(masker.text("42, 142, 4.42, ab, abc, x=ab&y=1")).toBe(
      "•••, 142, 4.•••, •••, abc, x=•••&y=1",
    );
    expect(masker.value({ a: 42, b: 421, c: "ab", d: "cab" })).toEqual({
      a: "•••",
      b: 421,
      c: "•••",
      d: "cab",
    });
  });

  it("masks numbers, members' names and the texts inside a structured secret", () => {
    const masker = knowing(987654, { deep: ["nested-secret"], n: 1 });
    expect(masker.value({ "x-987654": [987654, "a nested-secret b"], n: 1 })).toEqual({
      "x-•••": ["•••", "a ••• b"],
      n: 1,
    });
  });

  it("masks the value of a credential's name, known or not", () => {
    const masker = knowing();
    expect(masker.text('{"access_token": "abc", "token_type": "bearer"}')).toBe(
      '{"access_token": "•••", "token_type": "bearer"}',
    );
    expect(masker.text("https://a.example/?api_key=abc&page=2#x")).toBe(
      "https://a.example/?api_key=•••&page=2#x",
    );
    expect(masker.value({ password: "p", user: { sessionId: "s" } })).toEqual({
      password: "•••",
      user: { sessionId: "•••" },
    });
  });

  it("masks the value of a credential's name in JSON within a text of JSON", () => {
    const masker = makeMasker();
    for (const value of ["plain-pw-11", 'q"uo\\te\n', "\\", ""]) {
      const inner = JSON.stringify({ password: value, a: "stays" });
      const shown = JSON.stringify({ password: "•••", a: "stays" });
      expect(masker.text(JSON.stringify({ body: inner }))).toBe(JSON.stringify({ body: shown }));
    }
    const cut = JSON.stringify({ body: JSON.stringify({ password: 'abc"defghijkl' }) });
    for (let length = cut.indexOf("abc"); length < cut.length; length += 1)
      expect(masker.start(cut, length)).not.toContain("abc");
    const hostile = `\\"token\\":\\"${"\\\\".repeat(200_000)}`;
    // Backtracking would take minutes.
    for (const end of ["", '"', '"x', "\\"]) masker.text(`"token"${hostile}${end}`);
  });

  it("masks overlapping secrets as one", () => {
    expect(knowing("abcdef", "defghi").text("xabcdefghix")).toBe("x•••x");
  });

  it("drops older values of passes, and keeps the rest", () => {
    const masker = knowing("kept-secret");
    const mask = () => masker.text("kept-secret passing-secret");
    masker.learnPassing("passing-secret");
    for (let at = 0; at < 1500; at += 1) masker.learnPassing(`other-${at}-value`);
    expect(mask()).toBe("••• •••");
    for (let at = 0; at < 1500; at += 1) masker.learnPassing(`more-${at}-value`);
    expect(mask()).toBe("••• passing-secret");
  });

  it.each([
    ["accessToken", true],
    ["X-API-Key", true],
    ["apikey", true],
    ["Set-Cookie", true],
    ["db_password", true],
    ["Authorization", true],
    ["token_type", false],
    ["expiresIn", false],
    ["tokenUrl", false],
    ["name", false],
    ["id", false],
  ])("takes %s for a credential's name: %s", (name, expected) => {
    expect(isCredentialName(name)).toBe(expected);
  });
});

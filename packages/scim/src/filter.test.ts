import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseGroupFilter, parseUserFilter } from "./filter.ts";
import { ScimError } from "./scim-error.ts";

const refusal = expect.objectContaining({ code: "SCIM_FILTER_INVALID" }) as Error;

describe("a filter of users", () => {
  it.each([
    ['userName eq "a@example.com"', "userName", "a@example.com"],
    ['USERNAME EQ "A"', "userName", "A"],
    ['  userName   eq   "a"  ', "userName", "a"],
    ['email eq "a"', "email", "a"],
    ['emails eq "a"', "email", "a"],
    ['emails.value eq "a"', "email", "a"],
    ['emails[type eq "work"].value eq "a"', "email", "a"],
    ['emails[ Type EQ "work" ].Value eq "a"', "email", "a"],
    ['externalId eq "00u1"', "externalId", "00u1"],
    ['displayName eq "Ann \\"A\\" eq \\"b\\""', "displayName", 'Ann "A" eq "b"'],
    ['userName eq "a eq b and c"', "userName", "a eq b and c"],
    ['userName eq "\\u00e9\\/\\\\"', "userName", "é/\\"],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a"', "userName", "a"],
  ])("%s is read", (text, attribute, value) => {
    expect(parseUserFilter(text)).toEqual({ attribute, value });
  });

  it.each([
    "",
    "userName",
    "userName eq",
    "userName eq a",
    "userName eq true",
    "userName eq null",
    "userName eq 'a'",
    'userName eq "a',
    'userName eq "a" and active eq true',
    'userName eq "a" x',
    'userName eq "a" eq "b"',
    'not (userName eq "a")',
    '(userName eq "a")',
    'userName sw "a"',
    'userName co "a"',
    'userName gt "a"',
    "userName pr",
    'id eq "a"',
    'active eq "true"',
    'name.givenName eq "a"',
    'emails[type eq "home"].value eq "a"',
    'emails[type eq "work"] eq "a"',
    'emails[type eq "work" and primary eq true].value eq "a"',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber eq "1"',
    'constructor eq "a"',
    '__proto__ eq "a"',
    'userName eq "\\q"',
    'userName eq "a\\u0000"',
    `userName eq "${"a".repeat(1024)}"`,
  ])("%s is refused as invalidFilter", (text) => {
    expect(() => parseUserFilter(text)).toThrow(refusal);
  });
});

describe("a filter of groups", () => {
  it("knows displayName and externalId", () => {
    expect(parseGroupFilter('displayname eq "Eng"')).toEqual({
      attribute: "displayName",
      value: "Eng",
    });
    expect(parseGroupFilter('externalId eq "x"').attribute).toBe("externalId");
    expect(() => parseGroupFilter('members eq "x"')).toThrow(refusal);
  });
});

describe("every text", () => {
  const piece = fc.constantFrom(
    "userName",
    "emails[type",
    " eq ",
    '"',
    '"work"]',
    ".value",
    "\\",
    "\n",
    "and",
    "(",
    "\0",
    "é",
    "\ud800",
  );

  it("is read or refused, and nothing else", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          expect(typeof parseUserFilter(text).value).toBe("string");
        } catch (error) {
          expect(error).toBeInstanceOf(ScimError);
        }
      }),
      { numRuns: 5000 },
    );
  });

  it("is found again as a value", () => {
    const values = fc.string({ unit: "grapheme", maxLength: 100 });
    fc.assert(
      fc.property(
        values.filter((value) => !value.includes("\0")),
        (value) => {
          expect(parseUserFilter(`userName eq ${JSON.stringify(value)}`).value).toBe(value);
        },
      ),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mask, maskAddresses } from "../../../domain/people/mask.ts";
import { maskDetail, maskPath, readReceived } from "./mask-request.ts";
import { maskTerms, trim } from "./mask-terms.ts";

const id = "01a20047-0000-7000-8000-00000000000a";

describe("the mask of a filter", () => {
  it.each([
    ['userName eq "dan@example.com"', 'userName eq "d***@example.com"'],
    ["userName eq Xavier Lastname", "userName eq X*** L***"],
    ["userName=Lastname", "userName=L***"],
    ["userName is X1", "userName i*** X***"],
    ["Lastname", "L***"],
    ["userName eq “Xavier Lastname”", "userName eq “X*** L***”"],
    ["userName eq (Lastname)", "userName eq (L***)"],
    ['userName eq "x1" Lastname', 'userName eq "x***" L***'],
    ["userName eq %22Lastname%22", "userName eq %***"],
    ["userName eq 'Xavier Lastname'", "userName eq 'X***'"],
    ["userName eq Le", "userName eq L***"],
    ['userName eq "Title"', 'userName eq "T***"'],
    [`id eq "${id}"`, `id eq "${id}"`],
    ["active eq true and not (title pr)", "active eq true and not (title pr)"],
    ['emails[type eq "work"].value co "@example"', 'emails[type eq "work"].value co "@***"'],
    [
      "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq Lastname",
      "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq L***",
    ],
    ["urn:example:Lastname:userName", "u***"],
  ])("of users: %s", (text, shown) => {
    expect(maskTerms(text, "user")).toBe(shown);
  });

  it.each([
    ['displayName eq "Sales Team"', 'displayName eq "Sales Team"'],
    ['displayName eq "ann@example.com"', 'displayName eq "a***@example.com"'],
    ['members[display eq "Xavier"]', 'members[display eq "X***"]'],
    ['members[displayName eq "Xavier"]', 'members[displayName eq "X***"]'],
    ['members.display eq "Xavier"', 'members.display eq "X***"'],
    ['"Xavier"', '"X***"'],
    ['displayName eq "Sales" "Xavier"', 'displayName eq "Sales" "X***"'],
    ["displayName eq Xavier", "displayName eq X***"],
    [`members[value eq "${id}"]`, `members[value eq "${id}"]`],
  ])("of groups: %s", (text, shown) => {
    expect(maskTerms(text, "group")).toBe(shown);
  });
});

describe("the mask of a body", () => {
  it("shows only names that SCIM defines", () => {
    const body = {
      userName: "ann@example.com",
      Lastname: "Xavier",
      newPassword: "secret",
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User", "Lastname"],
      "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { manager: { value: id } },
    };
    expect(readReceived(body, "user")).toEqual({
      userName: ["a***@example.com"],
      "L***": ["X***"],
      "n***": ["***"],
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User", "L***"],
      "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User.manager.value": ["0***"],
    });
  });

  it("shows no names in the operations of a PATCH", () => {
    const operations = [
      { op: "replace", value: { 'emails[value eq "Xavier"].value': "Lastname" } },
      { op: "Xavier", path: "emails[value eq Lastname].value" },
    ];
    expect(readReceived({ Operations: operations }, "user")).toEqual({
      'replace emails[value eq "X***"].value': ["L***"],
      "X*** emails[value eq L***].value": [],
    });
  });
});

describe("the mask of a text", () => {
  it.each([
    ["ann@example.com", "a***@example.com"],
    ["x@Xavier Lastname", "x***"],
    ["a@b@Lastname", "a***"],
    ["a@example.com,Lastname", "a***"],
    ["@Lastname", "@***"],
    ["😀 Lastname", "😀***"],
    ["", ""],
  ])("keeps of %j %j", (text, shown) => {
    expect(mask(text)).toBe(shown);
  });
});

describe("the masks of long texts", () => {
  const anyText = fc
    .array(fc.constantFrom("a", "[", "]", '"', "'", "\\", "@", " ", "eq ", "urn:", ".", "/", "("), {
      minLength: 1,
      maxLength: 8,
    })
    .map((parts) => parts.join("").repeat(100_000 / parts.join("").length));

  it("are those of their beginnings", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const start = trim(text, 500);
        expect(maskTerms(text, "user")).toBe(maskTerms(trim(text), "user"));
        expect(maskPath(text, { filter: text })).toBe(maskPath(start, { filter: start }));
        const detailOf = (detail: string) =>
          maskDetail({ code: "SCIM_PATH_INVALID", detail }, "user");
        expect(detailOf(text)).toBe(detailOf(start));
        const receivedOf = (name: string) => readReceived({ [name]: name }, "user");
        expect(receivedOf(text)).toEqual(receivedOf(trim(text, 200)));
      }),
      { numRuns: 50 },
    );
  });

  it("read each part of a text once", () => {
    const long = "a".repeat(200_000);
    expect(maskAddresses(long)).toBe(long);
    expect(mask(long)).toBe("a***");
  });
});

import { describe, expect, it } from "vitest";
import { needAddress, readUser } from "./user.ts";

const refused = expect.objectContaining({ code: "VALIDATION_FAILED" }) as Error;

describe("a user in a body", () => {
  it("is read as Okta sends it, without the password", () => {
    const user = readUser({
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      userName: "ann@example.com",
      name: { givenName: "Ann", familyName: "Lee" },
      emails: [{ primary: true, value: "ann@example.com", type: "work" }],
      displayName: "Ann Lee",
      locale: "en-US",
      externalId: "00u1",
      groups: [],
      password: "placeholder",
      active: true,
    });
    expect(user).toEqual({
      userName: "ann@example.com",
      externalId: "00u1",
      givenName: "Ann",
      familyName: "Lee",
      displayName: "Ann Lee",
      emails: [{ value: "ann@example.com", type: "work", isPrimary: true, display: null }],
      isActive: true,
    });
  });

  it("is read as Entra ID sends it", () => {
    const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
    const user = readUser({
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User", enterprise],
      UserName: "ann@example.com",
      Active: "True",
      emails: [{ primary: "True", type: "work", value: "ann@example.com" }],
      meta: { resourceType: "User" },
      name: { formatted: "Ann Lee", familyName: "Lee", givenName: "Ann" },
      roles: [],
      [enterprise]: { employeeNumber: "7" },
    });
    expect(user).toMatchObject({ userName: "ann@example.com", isActive: true, displayName: null });
  });

  it("says whether it is active only where it does", () => {
    expect(readUser({ userName: "a@x.io" }).isActive).toBeNull();
  });

  it.each([
    ["no userName", { emails: [{ value: "a@x.io" }] }],
    ["a blank userName", { userName: " ", emails: [{ value: "a@x.io" }] }],
    ["a userName of a wrong type", { userName: 5 }],
    ["no address", { userName: "ann" }],
    ["two primary addresses", { userName: "a@x.io", emails: primary("a@x.io", "b@x.io") }],
    ["a wrong type", { userName: "a@x.io", displayName: {} }],
    ["a wrong name", { userName: "a@x.io", name: "Ann" }],
    ["a wrong boolean", { userName: "a@x.io", active: 1 }],
    ["too long a text", { userName: "a@x.io", displayName: "a".repeat(257) }],
  ])("is refused with %s", (_, body) => {
    expect(() => readUser(body)).toThrow(refused);
  });
});

describe("the address of a user", () => {
  it("is the primary one, or the first, or the userName", () => {
    const emails = [{ value: "a@x.io" }, { value: "b@x.io", primary: true }];
    expect(needAddress(readUser({ userName: "u", emails }))).toBe("b@x.io");
    expect(needAddress(readUser({ userName: "u", emails: emails.slice(0, 1) }))).toBe("a@x.io");
    expect(needAddress(readUser({ userName: "u@x.io" }))).toBe("u@x.io");
  });
});

function primary(...values: string[]) {
  return values.map((value) => ({ value, primary: true }));
}

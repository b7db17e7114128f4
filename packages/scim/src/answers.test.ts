import { describe, expect, it } from "vitest";
import { renderError, renderGroup, renderList, renderUser } from "./answers.ts";
import { describeSchemas } from "./discovery.ts";
import { readSelection, select } from "./selection.ts";

const base = "https://lintel.example.com/us/scim/v2/acme";
const stamp = {
  id: "0190a000-0000-7000-8000-000000000001",
  createdAt: new Date("2026-01-02T03:04:05.000Z"),
  modifiedAt: new Date("2026-01-02T03:04:06.000Z"),
  rowVersion: "AAAAAAAAAAE=",
};
const user = {
  ...stamp,
  userName: "ann@example.com",
  externalId: null,
  givenName: "Ann",
  familyName: null,
  displayName: null,
  emails: [{ value: "ann@example.com", type: "work", isPrimary: true, display: null }],
  isActive: true,
};

describe("a user in an answer", () => {
  it("has what is assigned, and where it is", () => {
    expect(renderUser(user, base)).toEqual({
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      id: stamp.id,
      userName: "ann@example.com",
      name: { givenName: "Ann" },
      emails: [{ value: "ann@example.com", type: "work", primary: true }],
      active: true,
      meta: {
        resourceType: "User",
        created: "2026-01-02T03:04:05.000Z",
        lastModified: "2026-01-02T03:04:06.000Z",
        location: `${base}/Users/${stamp.id}`,
        version: 'W/"AAAAAAAAAAE="',
      },
    });
  });

  it.each([
    ["userName", undefined, ["schemas", "id", "userName"]],
    ["USERNAME, name.givenName", undefined, ["schemas", "id", "userName", "name"]],
    ["urn:ietf:params:scim:schemas:core:2.0:User:active", undefined, ["schemas", "id", "active"]],
    [undefined, "meta,emails,name,id,schemas", ["schemas", "id", "userName", "active"]],
    [undefined, "", ["schemas", "id", "userName", "name", "emails", "active", "meta"]],
  ])("has the attributes %s without %s", (attributes, excluded, names) => {
    const selected = select(renderUser(user, base), readSelection(attributes, excluded));
    expect(Object.keys(selected)).toEqual(names);
  });

  it("has the selected members of a complex attribute", () => {
    const emails = (attributes?: string, excluded?: string) =>
      select(renderUser(user, base), readSelection(attributes, excluded)).emails;
    expect(emails("emails.value")).toEqual([{ value: "ann@example.com" }]);
    expect(emails(undefined, "emails.type")).toEqual([{ value: "ann@example.com", primary: true }]);
  });
});

describe("a group in an answer", () => {
  it("has its members, unless they were not asked for", () => {
    const group = { ...stamp, displayName: "Eng", externalId: "x" };
    const members = [{ id: stamp.id, display: "Ann" }];
    expect(renderGroup({ ...group, members }, base).members).toEqual([
      { value: stamp.id, $ref: `${base}/Users/${stamp.id}`, type: "User", display: "Ann" },
    ]);
    expect(renderGroup({ ...group, members: null }, base)).not.toHaveProperty("members");
  });
});

describe("an answer", () => {
  it("lists a page", () => {
    expect(renderList([{}], { totalResults: 7, startIndex: 3 })).toEqual({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
      totalResults: 7,
      startIndex: 3,
      itemsPerPage: 1,
      Resources: [{}],
    });
  });

  it.each([
    ["SCIM_FILTER_INVALID", "400", "invalidFilter"],
    ["SCIM_PATH_INVALID", "400", "invalidPath"],
    ["SCIM_TARGET_MISSING", "400", "noTarget"],
    ["VALIDATION_FAILED", "400", "invalidValue"],
    ["INVALID_JSON", "400", "invalidSyntax"],
    ["NAME_TAKEN", "409", "uniqueness"],
    ["NOT_FOUND", "404", "notFound"],
    ["SCIM_TOKEN_INVALID", "401", undefined],
    ["SCIM_TOKEN_FOREIGN", "403", undefined],
    ["RATE_LIMITED", "429", undefined],
  ] as const)("of the code %s has status %s and scimType %s", (code, status, scimType) => {
    expect(renderError(code, "Why.")).toEqual({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
      status,
      ...(scimType === undefined ? {} : { scimType }),
      detail: "Why.",
    });
  });

  it("describes every attribute of a user that is sent", () => {
    const [described] = describeSchemas(base);
    const names = described?.attributes.map((each) => (each as { name: string }).name);
    const sent = Object.keys(renderUser({ ...user, externalId: "x", displayName: "x" }, base));
    for (const name of sent.filter((each) => !["schemas", "id", "meta"].includes(each)))
      expect(names).toContain(name);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScimError } from "./scim-error.ts";
import { patchUser } from "./user-patch.ts";
import { readUser, type ScimUser } from "./user.ts";

const ann: ScimUser = {
  userName: "ann@example.com",
  externalId: "00u1",
  givenName: "Ann",
  familyName: "Lee",
  displayName: "Ann Lee",
  emails: [{ value: "ann@example.com", type: "work", isPrimary: true, display: null }],
  isActive: true,
};
const urn = "urn:ietf:params:scim:schemas:core:2.0:User";

const patch = (...Operations: unknown[]) => patchUser(ann, { Operations });
const refused = (code: string) => expect.objectContaining({ code }) as Error;

describe("a PATCH of a user", () => {
  it.each([
    ["Okta", { op: "replace", value: { active: false } }],
    ["Entra by default", { op: "Replace", path: "active", value: "False" }],
    ["Entra with the flag", { op: "replace", path: "active", value: false }],
    ["a list of one", { op: "replace", path: "active", value: ["false"] }],
    ["a URN", { op: "REPLACE", path: `${urn}:Active`, value: false }],
    ["a URN as key", { op: "replace", value: { [urn]: { active: false } } }],
    ["add", { op: "add", path: "active", value: false }],
  ])("deactivates by %s", (_, operation) => {
    expect(patch(operation)).toEqual({ ...ann, isActive: false });
  });

  it("takes dotted and nested names without a path, and ignores id, schemas and meta", () => {
    expect(
      patch({
        op: "replace",
        value: {
          id: "1",
          schemas: [],
          meta: {},
          "name.givenName": "Anna",
          name: { familyName: "Li" },
          displayName: "Anna Li",
        },
      }),
    ).toEqual({ ...ann, givenName: "Anna", familyName: "Li", displayName: "Anna Li" });
  });

  it.each([
    "userName",
    "externalId",
    "name.formatted",
    "title",
    "id",
    "groups",
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber",
    "emails[type eq work].value",
    'emails[type co "work"].value',
    'emails[type eq "work"].foo',
    'emails[foo eq "work"].value',
    "emails.value.x",
    "constructor",
    "__proto__",
    "name.__proto__",
  ])("refuses the path %s, which it names", (path) => {
    const refusal = expect.objectContaining({ code: "SCIM_PATH_INVALID", path }) as Error;
    expect(() => patch({ op: "replace", path, value: "x" })).toThrow(refusal);
    expect(() => patch({ op: "remove", path })).toThrow(refusal);
  });

  it("checks each key of a value without a path", () => {
    expect(() => patch({ op: "replace", value: { active: false, userName: "b" } })).toThrow(
      refused("SCIM_PATH_INVALID"),
    );
    expect(() => patch({ op: "replace", value: { name: { formatted: "b" } } })).toThrow(
      refused("SCIM_PATH_INVALID"),
    );
    const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
    expect(() => patch({ op: "add", value: { [enterprise]: { employeeNumber: "1" } } })).toThrow(
      refused("SCIM_PATH_INVALID"),
    );
  });

  it("sets the address of a type, and creates it where there is none", () => {
    const replaced = patch({
      op: "Replace",
      path: 'emails[type eq "work"].value',
      value: "b@x.io",
    });
    expect(replaced.emails).toEqual([{ ...ann.emails[0], value: "b@x.io" }]);
    const added = patch({ op: "Add", path: 'emails[type eq "home"].value', value: "b@x.io" });
    expect(added.emails).toEqual([
      ann.emails[0],
      { value: "b@x.io", type: "home", isPrimary: false, display: null },
    ]);
    const primary = patch({
      op: "replace",
      path: "emails[primary eq true].value",
      value: "c@x.io",
    });
    expect(primary.emails[0]?.value).toBe("c@x.io");
  });

  it("completes a new address over several operations", () => {
    const path = (member: string) => `emails[type eq "home"].${member}`;
    const { emails } = patch(
      { op: "add", path: path("primary"), value: "True" },
      { op: "add", path: path("display"), value: "At home" },
      { op: "add", path: path("value"), value: "h@x.io" },
    );
    expect(emails).toEqual([
      { ...ann.emails[0], isPrimary: false },
      { value: "h@x.io", type: "home", isPrimary: true, display: "At home" },
    ]);
    expect(() => patch({ op: "add", path: path("display"), value: "x" })).toThrow(
      refused("VALIDATION_FAILED"),
    );
  });

  it("adds addresses as a set, and replaces them as a whole", () => {
    const other = { value: "b@x.io", primary: true };
    expect(patch({ op: "add", path: "emails", value: [other, other] }).emails).toEqual([
      { ...ann.emails[0], isPrimary: false },
      { value: "b@x.io", type: null, isPrimary: true, display: null },
    ]);
    expect(
      patch({ op: "add", path: "emails", value: { value: "ANN@example.com" } }).emails,
    ).toEqual(ann.emails);
    expect(patch({ op: "replace", path: "emails", value: [other] }).emails).toHaveLength(1);
  });

  it("clears texts, and keeps what a user must have", () => {
    expect(patch({ op: "remove", path: "displayName" }).displayName).toBeNull();
    expect(patch({ op: "remove", path: "name" })).toMatchObject({
      givenName: null,
      familyName: null,
    });
    for (const path of ["active", "emails", 'emails[type eq "work"]', "emails.value"])
      expect(() => patch({ op: "remove", path })).toThrow(refused("VALIDATION_FAILED"));
    expect(() => patch({ op: "replace", path: "emails", value: [] })).toThrow(
      refused("VALIDATION_FAILED"),
    );
    expect(() => patch({ op: "remove" })).toThrow(refused("SCIM_TARGET_MISSING"));
  });

  it.each([
    ["an unknown op", { op: "move", path: "active", value: true }],
    ["no op", { path: "active", value: true }],
    ["a number as text", { op: "replace", path: "displayName", value: 5 }],
    ["a text that is no boolean", { op: "replace", path: "active", value: "yes" }],
    ["null for active", { op: "replace", path: "active", value: null }],
    ["no value", { op: "replace", path: "displayName" }],
    ["no address", { op: "replace", path: "emails", value: [{ value: "x" }] }],
    ["two primary addresses", { op: "add", path: "emails", value: twoPrimary() }],
    ["U+0000", { op: "replace", path: "displayName", value: "\0" }],
    ["a value that is no object", { op: "replace", value: "x" }],
  ])("refuses %s", (_, operation) => {
    expect(() => patch(operation)).toThrow(refused("VALIDATION_FAILED"));
  });

  it("refuses what is no list of operations, and more than a thousand", () => {
    for (const body of [undefined, null, [], "x", {}, { Operations: {} }, { Operations: [] }])
      expect(() => patchUser(ann, body)).toThrow(refused("VALIDATION_FAILED"));
    const operation = { op: "replace", path: "active", value: true };
    expect(() => patch(...Array.from({ length: 1001 }, () => operation))).toThrow(
      refused("PAYLOAD_TOO_LARGE"),
    );
  });
});

function twoPrimary() {
  return ["b@x.io", "c@x.io"].map((value) => ({ value, primary: true }));
}

const address = fc.constantFrom("a@x.io", "b@x.io", "c@x.io", "ANN@example.com");
const type = fc.constantFrom("work", "home");
const element = fc.record(
  { value: address, type, primary: fc.constantFrom(true, false, "True", "False") },
  { requiredKeys: ["value"] },
);
const operation = fc.oneof(
  fc.record({
    op: fc.constantFrom("add", "Replace"),
    path: fc.constantFrom("displayName", "name.givenName", `${urn}:name.familyName`),
    value: fc.constantFrom("A", "B", ["C"], ""),
  }),
  fc.record({
    op: fc.constant("remove"),
    path: fc.constantFrom("displayName", "name", 'emails[type eq "home"]'),
  }),
  fc.record({
    op: fc.constant("Replace"),
    path: fc.constant("active"),
    value: fc.boolean().map(String),
  }),
  fc.record({
    op: fc.constantFrom("add", "replace"),
    path: type.map((each) => `emails[type eq "${each}"].value`),
    value: address,
  }),
  fc.record({
    op: fc.constantFrom("add", "replace"),
    path: fc.constant("emails"),
    value: fc.array(element, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    op: fc.constant("remove"),
    path: fc.constant("emails"),
    value: fc.array(fc.record({ value: address })),
  }),
);

describe("operations of one PATCH", () => {
  it("have the result of as many PATCHes, one after the other", () => {
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 8 }), (Operations) => {
        let alone: ScimUser;
        try {
          alone = Operations.reduce((user, each) => patchUser(user, { Operations: [each] }), ann);
        } catch (error) {
          expect(error).toBeInstanceOf(ScimError);
          return;
        }
        expect(patchUser(ann, { Operations })).toEqual(alone);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("every JSON value", () => {
  const names = fc.constantFrom("Operations", "op", "path", "value", "emails", "name", "userName");
  const values = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(names, fc.jsonValue()),
    fc.record({
      Operations: fc.array(
        fc.record({
          op: fc.constantFrom("add", "remove", "replace"),
          path: fc.constantFrom("emails", "name", "active", 'emails[type eq "work"].value'),
          value: fc.jsonValue(),
        }),
      ),
    }),
  );

  it("is read or refused as a PATCH or as a user, and nothing else", () => {
    fc.assert(
      fc.property(values, (value) => {
        for (const read of [() => patchUser(ann, value), () => readUser(value)]) {
          try {
            expect(read().userName).not.toBe("");
          } catch (error) {
            expect(error).toBeInstanceOf(ScimError);
          }
        }
      }),
      { numRuns: 3000 },
    );
  });
});

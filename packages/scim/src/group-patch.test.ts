import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readGroupPatch, type MemberChange } from "./group-patch.ts";
import { readGroup } from "./group.ts";
import { ScimError } from "./scim-error.ts";

const ids = Array.from({ length: 6 }, (_, at) => `0190a000-0000-7000-8000-00000000000${at}`);
const [one = "", two = "", three = ""] = ids;
const patch = (...Operations: unknown[]) => readGroupPatch({ Operations });
const refused = (code: string) => expect.objectContaining({ code }) as Error;
const change = (isEmptied: boolean, added: string[], removed: string[]): MemberChange => ({
  isEmptied,
  added: new Set(added),
  removed: new Set(removed),
});

describe("a PATCH of a group", () => {
  it("is read as Okta sends it", () => {
    expect(patch({ op: "replace", value: { id: one, displayName: "Eng" } })).toEqual({
      displayName: "Eng",
      members: change(false, [], []),
    });
    expect(
      patch(
        { op: "remove", path: `members[value eq "${one}"]` },
        { op: "add", path: "members", value: [{ value: two, display: "b@x.io" }] },
      ).members,
    ).toEqual(change(false, [two], [one]));
    expect(patch({ op: "replace", path: "members", value: [{ value: three }] }).members).toEqual(
      change(true, [three], []),
    );
  });

  it("removes only the members that Entra ID names in the value", () => {
    expect(
      patch({ op: "Add", path: "members", value: [{ $ref: null, value: one }] }).members,
    ).toEqual(change(false, [one], []));
    expect(patch({ op: "Remove", path: "members", value: [{ value: one }] }).members).toEqual(
      change(false, [], [one]),
    );
    expect(patch({ op: "Remove", path: "members", value: [] }).members).toEqual(
      change(false, [], []),
    );
  });

  it("empties a group", () => {
    expect(patch({ op: "remove", path: "members" }).members).toEqual(change(true, [], []));
    expect(patch({ op: "replace", path: "members", value: [] }).members).toEqual(
      change(true, [], []),
    );
  });

  it("sets and clears the external id", () => {
    expect(patch({ op: "replace", path: "externalId", value: "x" }).externalId).toBe("x");
    expect(patch({ op: "remove", path: "externalId" }).externalId).toBeNull();
  });

  it.each([
    [{ op: "replace", path: "owner", value: "x" }, "SCIM_PATH_INVALID"],
    [{ op: "replace", path: "members.value", value: "x" }, "SCIM_PATH_INVALID"],
    [{ op: "remove", path: 'members[type eq "User"]' }, "SCIM_PATH_INVALID"],
    [{ op: "add", path: `members[value eq "${one}"]`, value: {} }, "SCIM_PATH_INVALID"],
    [{ op: "add", value: { title: "x" } }, "SCIM_PATH_INVALID"],
    [{ op: "remove", path: "displayName" }, "VALIDATION_FAILED"],
    [{ op: "replace", path: "displayName", value: " " }, "VALIDATION_FAILED"],
    [{ op: "add", path: "members", value: [{ value: "x" }] }, "VALIDATION_FAILED"],
    [{ op: "add", path: "members", value: [{}] }, "VALIDATION_FAILED"],
    [{ op: "add", path: "members", value: [{ value: one, type: "Group" }] }, "VALIDATION_FAILED"],
    [{ op: "remove" }, "SCIM_TARGET_MISSING"],
  ])("refuses %j with %s", (operation, code) => {
    expect(() => patch(operation)).toThrow(refused(code));
  });

  it("refuses more than 10,000 members", () => {
    const some = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        value: `0190a000-0000-7000-8000-${String(from + at).padStart(12, "0")}`,
      }));
    const add = (from: number, count: number) => ({
      op: "add",
      path: "members",
      value: some(from, count),
    });
    expect(patch(add(0, 10_000)).members.added.size).toBe(10_000);
    expect(() => patch(add(0, 6000), add(6000, 6000))).toThrow(refused("PAYLOAD_TOO_LARGE"));
    expect(() => readGroup({ displayName: "x", members: some(0, 10_001) })).toThrow(
      refused("PAYLOAD_TOO_LARGE"),
    );
  });
});

const value = fc.array(fc.constantFrom(...ids).map((id) => ({ value: id })));
const operation = fc.oneof(
  fc.record({
    op: fc.constantFrom("add", "Add", "replace", "remove"),
    path: fc.constant("members"),
    value,
  }),
  fc.record({
    op: fc.constant("Remove"),
    path: fc.constantFrom(...ids).map((id) => `members[value eq "${id}"]`),
  }),
  fc.record({ op: fc.constant("remove"), path: fc.constant("members") }),
);

function apply(members: ReadonlySet<string>, { isEmptied, added, removed }: MemberChange) {
  const kept = isEmptied ? [] : [...members].filter((id) => !removed.has(id));
  return new Set([...kept, ...added]);
}

describe("operations of one PATCH", () => {
  it("have the result of as many PATCHes, one after the other", () => {
    const groups = fc.tuple(fc.subarray(ids), fc.array(operation, { minLength: 1, maxLength: 10 }));
    fc.assert(
      fc.property(groups, ([members, Operations]) => {
        const before = new Set(members);
        const alone = Operations.reduce((some, each) => apply(some, patch(each).members), before);
        expect(apply(before, readGroupPatch({ Operations }).members)).toEqual(alone);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("every JSON value", () => {
  it("is read or refused as a group, and nothing else", () => {
    const values = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom("displayName", "members", "Operations"), fc.jsonValue()),
    );
    fc.assert(
      fc.property(values, (given) => {
        for (const read of [readGroupPatch, readGroup]) {
          try {
            read(given);
          } catch (error) {
            expect(error).toBeInstanceOf(ScimError);
          }
        }
      }),
      { numRuns: 3000 },
    );
  });
});

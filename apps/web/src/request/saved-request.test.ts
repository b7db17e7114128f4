import { expect, it } from "vitest";
import { toDraft } from "./request-draft.ts";
import { toSavedRequest } from "./saved-request.ts";
import { suggestNames } from "./suggest-names.ts";

it("keeps the form of a request that was not changed", () => {
  const request = {
    method: "POST",
    url: "/books",
    query: { page: 1 },
    timeoutMs: 500,
    body: { type: "json", value: { a: 1 } },
  } as const;
  expect(toSavedRequest(toDraft(request), request)).toBe(request);
});

it("saves JSON as a value and a form as fields, and other texts as they are", () => {
  const draft = toDraft({ method: "POST", url: "/" });
  const save = (contentType: string, body: string) =>
    toSavedRequest({ ...draft, contentType, body }, null).body;
  expect(save("application/json", '{ "a": [1, "b c"] }')).toEqual({
    type: "json",
    value: { a: [1, "b c"] },
  });
  expect(save("application/json", '{"id": {{id}}}')).toMatchObject({ type: "text" });
  expect(save("application/json", "9007199254740993")).toMatchObject({ type: "text" });
  expect(save("application/x-www-form-urlencoded", "a=1+2&b={{c}}")).toEqual({
    type: "form",
    fields: { a: "1 2", b: "{{c}}" },
  });
  expect(save("application/x-www-form-urlencoded", "a=1&a=2")).toMatchObject({ type: "text" });
});

it("completes the names of variables after two braces", () => {
  const names = ["token", "user.id", "otherToken"];
  expect(suggestNames("/books/{{to", names)).toEqual({
    from: 7,
    choices: ["{{token}}", "{{otherToken}}"],
  });
  expect(suggestNames("/books/{{token}}", names)).toBeNull();
});

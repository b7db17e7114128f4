import { expect, it } from "vitest";
import {
  readRows,
  toEnvironmentFields,
  toEnvironmentInput,
  writeRows,
} from "./environment-fields.ts";

const environment: Parameters<typeof toEnvironmentFields>[0] = {
  name: "Staging",
  type: "staging",
  baseUrl: "https://api.example.com",
  isReadOnly: false,
  variables: [
    { name: "page", value: 1, isSecret: false },
    { name: "token", value: null, isSecret: true },
  ],
  secretOrigins: [],
  oauthTokenUrl: null,
};

it("sends only the fields that changed, and no value of a secret", () => {
  const before = toEnvironmentFields(environment);
  const same = { name: "Staging", type: "staging", isReadOnly: false };
  expect(toEnvironmentInput(before, before)).toEqual(same);
  const [page, token] = readRows(before.variables);
  if (page === undefined || token === undefined) throw new Error("Two rows are expected.");
  const variables = writeRows([{ ...page, value: '"2"' }, token]);
  expect(toEnvironmentInput({ ...before, variables }, before)).toEqual({
    ...same,
    variables: [
      { name: "page", value: "2", isSecret: false },
      { name: "token", isSecret: true },
    ],
  });
});

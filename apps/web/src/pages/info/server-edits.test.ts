import { expect, it } from "vitest";
import { listVariables, withText, withValues, withVariable } from "./server-edits.ts";

const server = {
  url: "https://{region}.example.com:{port}/{region}",
  "x-zone": 1,
  variables: { port: { default: "443" }, old: { default: "1" } },
};

it("lists the variables of an address in order, then those that it does not name", () => {
  expect(listVariables(server)).toEqual([
    { name: "region", isUsed: true, members: {} },
    { name: "port", isUsed: true, members: { default: "443" } },
    { name: "old", isUsed: false, members: { default: "1" } },
  ]);
});

it("keeps members without a field, and the order of those that are edited", () => {
  expect(Object.keys(withText(server, "url", "/"))).toEqual(Object.keys(server));
  expect(withText({ url: "/", description: "Old" }, "description", "")).toEqual({ url: "/" });
  const described = withVariable(server, "region", withValues({}, "eu, us,"));
  expect(described).toMatchObject({
    "x-zone": 1,
    variables: { region: { default: "", enum: ["eu", "us"] }, old: { default: "1" } },
  });
  const without = withVariable({ url: "/", variables: { old: {} } }, "old", null);
  expect(without).toEqual({ url: "/" });
});

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { useTestApp } from "./testing/test-app.ts";

it("serves the schema of suite files as it is committed", async () => {
  const { app } = await useTestApp();
  const answer = await app.inject("/schemas/suite.json");
  expect(answer.statusCode).toBe(200);
  const committed = new URL("../../../contract/suite.schema.json", import.meta.url);
  expect(answer.json()).toEqual(JSON.parse(readFileSync(committed, "utf8")));
});

import { expect, it } from "vitest";
import { router } from "./router.ts";

it("has these addresses", () => {
  expect(Object.keys(router.routesByPath).sort()).toMatchInlineSnapshot(`
    [
      "/",
      "/$org",
      "/$org/$project",
      "/$org/$project/specs",
      "/$org/$project/specs/$spec/$version",
      "/$org/$project/specs/$spec/$version/endpoints/$endpoint",
      "/$org/$project/try",
      "/$org/$project/try/$sent",
    ]
  `);
});

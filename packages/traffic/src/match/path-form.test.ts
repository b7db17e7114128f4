import { expect, it } from "vitest";
import { formOf } from "./path-form.ts";

it.each([
  ["/", "/"],
  ["/orders/", "/orders/"],
  ["/wp-login.php", "/wp-login.php"],
  ["/.well-known/openid-configuration", "/.well-known/openid-configuration"],
  ["/api/getPetById/API/$metadata", "/api/getPetById/API/$metadata"],
  ["/pets/7", "/pets/{}"],
  ["/users/alice@example.com/x", "/users/{}/x"],
  ["/magic;jsession=SECRETJSESSION/x", "/{}/x"],
  ["/reset/SECRETPATHtokenabcdef", "/reset/{}"],
  ["/reset/aBcDeFgHiJkL", "/reset/{}"],
  ["/reset/SECRETKEY", "/reset/{}"],
  ["/pw=hunterzwei", "/{}"],
  ["/a:b/alice%40example", "/{}/{}"],
  ["/names/m\u00fcller", "/names/{}"],
  [`/x/${"a".repeat(24)}/${"a".repeat(25)}`, `/x/${"a".repeat(24)}/{}`],
  [`/x/${"7".repeat(300)}`, "/x/{}"],
  ["*", "{}"],
])("shows %s as %s", (path, form) => expect(formOf(path)).toBe(form));

it("shows a part of a long path", () => {
  expect(formOf(`/${"aA".repeat(8_000)}`)).toBe("/{}");
  expect(formOf("/ab".repeat(8_000))).toHaveLength(200);
});

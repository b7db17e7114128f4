import { expect, it } from "vitest";
import { namePlace } from "./place-of-pointer.ts";

it.each([
  [
    "/paths/~1orders~1{id}/get/parameters/0/required",
    "GET /orders/{id} › parameters › 0 › required",
  ],
  ["/paths/~1orders/parameters/0", "paths › /orders › parameters › 0"],
  ["/components/schemas/Order/required/1", "Order › required › 1"],
  ["/info/a~0b", "info › a~b"],
  ["", "Document"],
])("names the place %s", (pointer, name) => {
  expect(namePlace(pointer)).toBe(name);
});

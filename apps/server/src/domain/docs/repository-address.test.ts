import { expect, test } from "vitest";
import { readRepository } from "./repository-address.ts";

test.each([
  ["https://github.com/acme/shop/tree/main/docs", "https://github.com/acme/shop/edit/main/docs"],
  ["https://github.com/acme/shop.git", "https://github.com/acme/shop/edit/HEAD"],
  ["https://gitlab.com/a/b/c/-/tree/main/docs/", "https://gitlab.com/a/b/c/-/edit/main/docs"],
  ["https://git.example.com/docs/_edit/main", "https://git.example.com/docs/_edit/main"],
])("a page of the repository %s is edited below %s", (repository, address) => {
  expect(readRepository(`title: Shop\nrepository: ${repository}\n`)).toBe(address);
});

test.each([
  "javascript:alert(1)",
  "git@github.com:acme/shop.git",
  "https://a:b@example.com",
  "[1]",
])("nothing is edited below %s", (repository) => {
  expect(readRepository(`repository: "${repository}"`)).toBeNull();
});

test("a missing folder file or one without a repository gives no address", () => {
  expect([
    readRepository(null),
    readRepository("title: A"),
    readRepository("repository: ["),
  ]).toEqual([null, null, null]);
});

import type { Weakness } from "./weakness.ts";

export const unencryptedRedirect: Weakness = {
  name: "unencrypted-redirect",
  title: "The book of the day is at an unencrypted address",
  owasp: "API10:2023",
  summary:
    "GET /bestseller redirects to a mirror of another operator over plain HTTP, where everybody on the way can change the answer.",
  found: ["SVC10002 GET /bestseller"],
  apply: () => ({ bestsellerAddress: "http://mirror.bookshop.test/books/10" }),
};

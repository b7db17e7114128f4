import { eraseVariables } from "@lintel/contract/words/path-template";
import { templateOf } from "./operation-parameters.ts";
import { makeExample } from "../form/example-documents.ts";
import type { ValidityRule } from "../form/rule.types.ts";
import { shorten } from "@lintel/json/shorten";

export const pathDuplicate: ValidityRule = {
  code: "PATH_DUPLICATE",
  severity: "error",
  summary: "No two paths differ only in the names of their variables.",
  lintRule: "no-identical-paths",
  why: "A request matches both paths, and only one of them can answer.",
  fix: "Move the operations of both into one path.",
  good: makeExample({ paths: { "/orders/{id}": {}, "/orders/new": {} } }),
  bad: makeExample({ paths: { "/orders/{id}": {}, "/orders/{number}": {} } }),
  begin: (context) => {
    const seen = new Map<string, string>();
    return {
      on: {
        pathItem(_, __, path) {
          const template = templateOf(path);
          if (template === null) return;
          const form = eraseVariables(template);
          const first = seen.get(form);
          if (first === undefined) seen.set(form, template);
          else context.report(path, `This is the same path as ${shorten(first)}: join the two.`);
        },
      },
    };
  },
};

import { templateOf } from "./operation-parameters.ts";
import type { Rule } from "./rule.types.ts";
import { shorten } from "@lintel/json/shorten";

export const pathDuplicate: Rule = {
  code: "PATH_DUPLICATE",
  severity: "error",
  summary: "No two paths differ in the names of their variables alone.",
  begin: (context) => {
    const seen = new Map<string, string>();
    return {
      on: {
        pathItem(_, __, path) {
          const template = templateOf(path);
          if (template === null) return;
          const form = template.replaceAll(/\{[^{}]*\}/g, "{}");
          const first = seen.get(form);
          if (first === undefined) seen.set(form, template);
          else context.report(path, `This is the same path as ${shorten(first)}: join the two.`);
        },
      },
    };
  },
};

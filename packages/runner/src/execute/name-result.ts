import { compileTemplate, listReferences } from "../template/compile-template.ts";
import { refuseSecret } from "../template/refuse-secret.ts";
import { renderText } from "../template/render-template.ts";
import { TemplateError } from "../template/template-error.ts";
import { makeScope, type Pass, type Run } from "./run-state.ts";

const maxLength = 300;

/**
 * The name of a case in a result: with a data row, `Adds {{title}}` has the value of the row. A name that needs anything
 * else than the row stays as it is written.
 */
export function nameResult(run: Run, pass: Pass, name: string): string {
  const { rowLayer } = pass;
  if (rowLayer === null || !name.includes("{{")) return name;
  try {
    const template = compileTemplate(name);
    if (listReferences(template).some(({ builtIn }) => builtIn !== undefined)) return name;
    const scope = { ...makeScope(run, pass, null, refuseSecret), layers: [rowLayer] };
    return run.masker.text(renderText(template, scope)).slice(0, maxLength);
  } catch (error) {
    if (error instanceof TemplateError) return name;
    throw error;
  }
}

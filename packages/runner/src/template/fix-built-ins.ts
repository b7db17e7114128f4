import { toText } from "../values/format-value.ts";
import type { BuiltInSources } from "./built-ins.ts";
import { constant } from "./compile-template.ts";
import type { Layer, Reference, Template } from "./template.types.ts";

type Sources = Omit<BuiltInSources, "iteration">;

const isDrawn = ({ builtIn }: Reference) => builtIn !== undefined && builtIn.isOfPass !== true;

function draw({ builtIn }: Reference, sources: Sources): unknown {
  return builtIn?.make({ ...sources, iteration: 1 });
}

function fixPart(part: string | Reference, sources: Sources): string | Reference {
  return typeof part === "string" || !isDrawn(part) ? part : toText(draw(part, sources));
}

function fixTemplate(template: Template, sources: Sources): Template {
  const fix = (inner: Template) => fixTemplate(inner, sources);
  if (template.kind === "constant") return template;
  if (template.kind === "reference") {
    return isDrawn(template.reference) ? constant(draw(template.reference, sources)) : template;
  }
  if (template.kind === "text") {
    return { kind: "text", parts: template.parts.map((part) => fixPart(part, sources)) };
  }
  if (template.kind === "list") return { kind: "list", items: template.items.map(fix) };
  const members = template.members.map(([key, member]) => [fix(key), fix(member)] as const);
  return { kind: "record", members };
}

/**
 * The variables of one run. A `{{$uuid}}` in one of them is the same UUID wherever the variable is used. Built-ins that
 * differ from pass to pass, such as `{{$iteration}}`, are not evaluated here.
 */
export function fixBuiltIns(variables: Layer, sources: Sources): Layer {
  return new Map(
    Array.from(variables, ([name, variable]) => [
      name,
      { ...variable, template: fixTemplate(variable.template, sources) },
    ]),
  );
}

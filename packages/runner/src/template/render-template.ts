import { toText } from "../values/format-value.ts";
import { nothing } from "../values/nothing.ts";
import type { BuiltInSources } from "./built-ins.ts";
import { MissingVariableError, TemplateError } from "./template-error.ts";
import type { Layer, Reference, Template, Variable } from "./template.types.ts";

const maxDepth = 20;
/** Maximum number of variables that one rendering resolves: otherwise a few doublings would be endless. */
const maxExpansions = 2000;
const maxTextLength = 10 * 1024 * 1024;

/** The values of the names in a template. */
export interface Scope {
  /** In order of precedence. */
  readonly layers: readonly Layer[];
  readonly builtIns: BuiltInSources;
  /** Called for each secret that is used; throws if none is allowed. */
  readonly useSecret: (name: string) => void;
}

interface Rendering {
  readonly scope: Scope;
  readonly open: string[];
  expansions: number;
}

function findVariable(layers: readonly Layer[], name: string): Variable | undefined {
  for (const layer of layers) {
    const variable = layer.get(name);
    if (variable !== undefined) return variable;
  }
  return undefined;
}

/** What a path of own members and items leads to, or `nothing`: no name reaches a prototype. */
export function walk(value: unknown, path: readonly string[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== "object" || current === null) return nothing;
    if (!Object.hasOwn(current, step)) return nothing;
    current = (current as Record<string, unknown>)[step];
  }
  return current;
}

function expand(variable: Variable, name: string, rendering: Rendering): unknown {
  if (variable.isSecret) rendering.scope.useSecret(name);
  if (variable.template.kind === "constant") return variable.template.value;
  if (rendering.open.includes(name)) throw new TemplateError(`{{${name}}} refers to itself`);
  rendering.expansions += 1;
  if (rendering.open.length >= maxDepth || rendering.expansions > maxExpansions) {
    throw new TemplateError(`{{${name}}} refers to too many other variables`);
  }
  rendering.open.push(name);
  const value = render(variable.template, rendering);
  rendering.open.pop();
  return value;
}

function resolve(reference: Reference, rendering: Rendering): unknown {
  const { layers, builtIns } = rendering.scope;
  if (reference.builtIn !== undefined) return reference.builtIn.make(builtIns);
  for (const { base, path } of reference.readings) {
    const variable = findVariable(layers, base);
    if (variable === undefined) continue;
    const value = walk(expand(variable, base, rendering), path);
    if (value !== nothing) return value;
  }
  throw new MissingVariableError(reference.name);
}

function joinParts(parts: readonly (string | Reference)[], rendering: Rendering): string {
  let text = "";
  for (const part of parts) {
    text += typeof part === "string" ? part : toText(resolve(part, rendering));
    if (text.length > maxTextLength) throw new TemplateError("the rendered text is too long");
  }
  return text;
}

function render(template: Template, rendering: Rendering): unknown {
  if (template.kind === "constant") return template.value;
  if (template.kind === "reference") return resolve(template.reference, rendering);
  if (template.kind === "text") return joinParts(template.parts, rendering);
  if (template.kind === "list") return template.items.map((item) => render(item, rendering));
  const members = template.members.map(([key, member]) => [
    toText(render(key, rendering)),
    render(member, rendering),
  ]);
  // fromEntries defines members, so a key like __proto__ is an ordinary one.
  return Object.fromEntries(members);
}

/**
 * The value of a template.
 * @throws TemplateError; MissingVariableError if a name has no value.
 */
export function renderValue(template: Template, scope: Scope): unknown {
  if (template.kind === "constant") return template.value;
  return render(template, { scope, open: [], expansions: 0 });
}

/** The value as a text: objects and lists as JSON. */
export function renderText(template: Template, scope: Scope): string {
  return toText(renderValue(template, scope));
}

import { compileTemplate } from "../template/compile-template.ts";
import { renderText, type Scope } from "../template/render-template.ts";
import type { Template } from "../template/template.types.ts";
import type { Place, Reader, Source, Use } from "./source.types.ts";

/** A resolved location: its name in a report, and how it is read. */
export interface BoundPlace {
  readonly label: string;
  readonly read: Reader;
}

/** A location whose header name or JSONPath may contain templates. */
export interface CompiledPlace {
  readonly name: Template;
  readonly path: Template;
  /** @throws JsonPathError if the rendered path is not a JSONPath; TemplateError. */
  bind(scope: Scope): BoundPlace;
}

/**
 * Compiles the templates of a location. One without templates is bound once, for all requests.
 * @throws JsonPathError if a path without templates is not a JSONPath; TemplateError.
 */
export function compilePlace(place: Place, source: Source, use: Use): CompiledPlace {
  const name = compileTemplate(place.name ?? "");
  const path = compileTemplate(place.path ?? "");
  const bindTo = (found: Place): BoundPlace => ({
    label: source.label(found),
    read: source.prepare(found, use),
  });
  if (name.kind === "constant" && path.kind === "constant") {
    const bound = bindTo({ name: String(name.value), path: String(path.value) });
    return { name, path, bind: () => bound };
  }
  return {
    name,
    path,
    bind: (scope) => bindTo({ name: renderText(name, scope), path: renderText(path, scope) }),
  };
}

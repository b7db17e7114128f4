import { compileTemplate } from "../template/compile-template.ts";
import { renderText, type Scope } from "../template/render-template.ts";
import type { Template } from "../template/template.types.ts";
import type { Place, Reader, Source, Use } from "./source.types.ts";

/** A place that is known: what a report calls it, and how it is read. */
export interface BoundPlace {
  readonly label: string;
  readonly read: Reader;
}

/** A place whose header name or JSONPath may hold templates. */
export interface CompiledPlace {
  readonly name: Template;
  readonly path: Template;
  /** @throws JsonPathError where the rendered path is no JSONPath; TemplateError. */
  bind(scope: Scope): BoundPlace;
}

/**
 * Reads the templates of a place. One without templates is bound once, for all requests.
 * @throws JsonPathError where a path without templates is no JSONPath; TemplateError.
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

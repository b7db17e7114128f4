import { autocompletion, type Completion, type CompletionContext } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { VersionTree } from "../../design/version-tree.ts";
import { componentsFor, kindAt, membersOf, valuesOf } from "./document-members.ts";
import { pathInJson, pathInYaml, type CursorPlace } from "./path-at.ts";
import type { SourceFormat } from "./source-format.ts";

/** Offers the members of OpenAPI by place, what their values can be, and what a reference can lead to. */
export function completeSource(
  format: SourceFormat,
  readTree: () => VersionTree | undefined,
): Extension {
  return autocompletion({
    override: [(context) => complete(context, format, readTree())],
    icons: false,
  });
}

function complete(context: CompletionContext, format: SourceFormat, tree: VersionTree | undefined) {
  const { state, pos, explicit } = context;
  const line = state.doc.lineAt(pos);
  if (!explicit && !/[\w$"'#/-]$/.test(line.text.slice(0, pos - line.from))) return null;
  const text = state.sliceDoc(0, pos);
  const place = format === "json" ? pathInJson(text, pos) : pathInYaml(text, pos);
  if (place === null) return null;
  const before = line.text.slice(0, pos - line.from);
  const reference = /["']?\$ref["']?\s*:\s*(["']?)([^"']*)$/.exec(before);
  if (reference !== null) {
    const [, , word = ""] = reference;
    const options = listReferences(tree, place.path).map((target) => offer(target, true));
    return { from: pos - word.length, options, validFor: /^[^"'\s]*$/ };
  }
  const isQuoted = format === "json";
  const from = /["']/.test(text.charAt(place.from)) ? place.from + 1 : place.from;
  const options =
    place.member === null
      ? listNames(place, tree).map(({ text: name, isName }) =>
          offer(name, isQuoted, isName ? ": " : ""),
        )
      : listValues(place, tree).map((value) => offer(value, isQuoted && !flags.has(value)));
  return options.length === 0 ? null : { from, options, validFor: /^[\w$./-]*$/ };
}

const flags: ReadonlySet<string> = new Set(["true", "false"]);

/** A text to insert, in quotes where it needs them and has none yet. */
function offer(label: string, isQuoted: boolean, end = ""): Completion {
  const apply = (view: EditorView, _: Completion, from: number, to: number) => {
    const before = view.state.sliceDoc(from - 1, from);
    const hasQuote = before === '"' || before === "'";
    const quote = hasQuote ? before : isQuoted ? '"' : "";
    const isClosed = hasQuote && view.state.sliceDoc(to, to + 1) === quote;
    const insert = `${hasQuote ? "" : quote}${label}${quote}${end}`;
    const changes = { from, to: isClosed ? to + 1 : to, insert };
    const selection = { anchor: from + insert.length };
    view.dispatch({ changes, selection, userEvent: "input.complete" });
  };
  return { label, apply, type: end === "" ? "constant" : "property" };
}

function listReferences(tree: VersionTree | undefined, path: readonly string[]): string[] {
  const kind = kindAt(path);
  const folder = kind === null ? null : componentsFor(kind);
  return (tree?.components ?? [])
    .filter((component) => folder === null || component.kind === folder)
    .map(({ kind: place, name }) => `#/components/${place}/${name}`);
}

function listNames(
  place: CursorPlace,
  tree: VersionTree | undefined,
): { readonly text: string; readonly isName: boolean }[] {
  const kind = kindAt(place.path);
  if (kind !== null) return membersOf(kind).map(({ name }) => ({ text: name, isName: true }));
  // An item of a list of plain values.
  const member = place.path.at(-1) ?? null;
  const list = { ...place, path: place.path.slice(0, -1), member };
  return listValues(list, tree).map((text) => ({ text, isName: false }));
}

function listValues(
  { path, member }: CursorPlace,
  tree: VersionTree | undefined,
): readonly string[] {
  const kind = kindAt(path);
  if (kind === null || member === null) return [];
  if (kind === "operation" && member === "tags") return (tree?.tags ?? []).map(({ name }) => name);
  return valuesOf(kind, member);
}

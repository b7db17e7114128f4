import { readPointer } from "./pointer.ts";
import { isList, isObject, setMember, type DraftObject, type Json } from "./value.ts";

/** A change of one place of a value: of the value there, or of the member's name. */
export type JsonEdit =
  | { readonly pointer: string; readonly change: (value: Json) => Json }
  | { readonly pointer: string; readonly name: string };

interface EditNode {
  readonly inner: Map<string, EditNode>;
  edit: JsonEdit | null;
}

const makeNode = (): EditNode => ({ inner: new Map(), edit: null });

function plantEdits(edits: readonly JsonEdit[]): EditNode {
  const root = makeNode();
  for (const edit of edits) {
    let node = root;
    for (const step of readPointer(edit.pointer)) {
      const next = node.inner.get(step) ?? makeNode();
      node.inner.set(step, next);
      node = next;
    }
    node.edit = edit;
  }
  return root;
}

function applyInner(value: Json, { inner }: EditNode): Json {
  const applyAt = (item: Json, step: string): Json => {
    const node = inner.get(step);
    return node === undefined ? item : applyNode(item, node);
  };
  if (isList(value)) return value.map((item, index) => applyAt(item, String(index)));
  if (!isObject(value)) return value;
  const draft: DraftObject = {};
  for (const name of Object.keys(value)) {
    const edit = inner.get(name)?.edit ?? null;
    const newName = edit !== null && "name" in edit ? edit.name : name;
    setMember(draft, newName, applyAt(value[name] as Json, name));
  }
  return draft;
}

function applyNode(value: Json, node: EditNode): Json {
  const changed = node.inner.size === 0 ? value : applyInner(value, node);
  return node.edit !== null && "change" in node.edit ? node.edit.change(changed) : changed;
}

/**
 * A copy of a value with edits applied. Renamed members keep their positions, and unchanged parts
 * are shared.
 */
export const editJson = (value: Json, edits: readonly JsonEdit[]): Json =>
  edits.length === 0 ? value : applyNode(value, plantEdits(edits));

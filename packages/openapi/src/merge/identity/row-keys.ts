import type { Design } from "../../model/design.types.ts";
import type { PlaceNames } from "../moves/place.ts";
import { rowKinds, type Row, type RowKind, type RowList } from "./row-kinds.ts";

/** The keys of a design's rows by their ids, for each kind. */
export type RowKeys = ReadonlyMap<RowList, ReadonlyMap<string, string>>;

/** The column that names the row's owner, or null for a row without an owner. */
export function findOwner(
  { owners }: RowKind,
  row: Row,
): { readonly column: string; readonly list: RowList; readonly id: string } | null {
  const columns = row as unknown as Readonly<Record<string, unknown>>;
  for (const [column, list] of Object.entries(owners)) {
    const id = columns[column];
    if (typeof id === "string") return { column, list, id };
  }
  return null;
}

function listKeys(
  kind: RowKind,
  design: Design,
  places: PlaceNames,
  above: RowKeys,
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const counts = new Map<string, number>();
  const placeOf = (row: Row) => ("position" in row ? row.position : 0);
  const rows = [...design[kind.list]].sort((left, right) => placeOf(left) - placeOf(right));
  for (const row of rows) {
    const owner = findOwner(kind, row);
    const ownerKey = owner === null ? "" : (above.get(owner.list)?.get(owner.id) ?? owner.id);
    const key = kind.identify(row, ownerKey, places);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    // Invalid documents have the same parameter twice: their order distinguishes them.
    keys.set(row.id, count === 0 ? key : `${key}\n${count}`);
  }
  return keys;
}

/** Gives every row a key that the corresponding row of another design also has. */
export function listRowKeys(design: Design, places: PlaceNames): RowKeys {
  const all = new Map<RowList, ReadonlyMap<string, string>>();
  for (const kind of rowKinds) all.set(kind.list, listKeys(kind, design, places, all));
  return all;
}

/** The reverse: ids by key. */
export type RowIds = ReadonlyMap<RowList, ReadonlyMap<string, string>>;

export function listRowIds(keys: RowKeys): RowIds {
  const turn = (ofKind: ReadonlyMap<string, string>) =>
    new Map([...ofKind].map(([id, key]) => [key, id]));
  return new Map([...keys].map(([list, ofKind]) => [list, turn(ofKind)]));
}

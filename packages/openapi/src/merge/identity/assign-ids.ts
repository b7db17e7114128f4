import type { Design } from "../../model/design.types.ts";
import type { Side, Three } from "../model/merge.types.ts";
import type { PlaceNames } from "../moves/place.ts";
import { findOwner, listRowIds, listRowKeys, type RowIds, type RowKeys } from "./row-keys.ts";
import { rowKinds, type Row, type RowKind, type RowList } from "./row-kinds.ts";

export interface AssignedIds {
  readonly design: Design;
  /** Ids of the rows of mine and of the merged rows, by their keys. */
  readonly mine: RowIds;
  readonly merged: RowIds;
}

const keepName = (name: string) => name;
const keepPlaces: PlaceNames = { path: keepName, endpoint: keepName };

/** Chooses ids that no other row has: those of mine, then those of theirs, then new ones. */
function makeChooser(mine: Design, known: Readonly<Record<Side, RowIds>>, newId: () => string) {
  const reserved = new Set(rowKinds.flatMap(({ list }) => mine[list].map(({ id }) => id)));
  const given = new Set<string>();
  return (list: RowList, key: string): string => {
    const kept = known.mine.get(list)?.get(key);
    let id = kept !== undefined && !given.has(kept) ? kept : known.theirs.get(list)?.get(key);
    while (id === undefined || given.has(id) || (id !== kept && reserved.has(id))) id = newId();
    given.add(id);
    return id;
  };
}

function rewrite(
  kind: RowKind,
  row: Row,
  ids: ReadonlyMap<RowList, ReadonlyMap<string, string>>,
): Row {
  const id = ids.get(kind.list)?.get(row.id) ?? row.id;
  const owner = findOwner(kind, row);
  if (owner === null) return { ...row, id };
  return { ...row, id, [owner.column]: ids.get(owner.list)?.get(owner.id) ?? owner.id };
}

/** Gives each merged row the id of the row of mine or theirs that it corresponds to. */
export function assignIds(
  merged: Design,
  { mine, theirs }: Pick<Three<Design>, Side>,
  places: Readonly<Record<Side, PlaceNames>>,
  newId: () => string,
): AssignedIds {
  const known = {
    mine: listRowIds(listRowKeys(mine, places.mine)),
    theirs: listRowIds(listRowKeys(theirs, places.theirs)),
  };
  const keys = listRowKeys(merged, keepPlaces);
  const choose = makeChooser(mine, known, newId);
  const ids = new Map<RowList, ReadonlyMap<string, string>>();
  for (const [list, ofKind] of keys) {
    ids.set(list, new Map([...ofKind].map(([id, key]) => [id, choose(list, key)])));
  }
  const lists = rowKinds.map((kind) => [
    kind.list,
    merged[kind.list].map((row) => rewrite(kind, row, ids)),
  ]);
  const design: Design = { document: merged.document, ...Object.fromEntries(lists) };
  return { design, mine: known.mine, merged: listRowIds(renumber(keys, ids)) };
}

/** The same keys, by the current ids of the rows. */
const renumber = (keys: RowKeys, ids: RowIds): RowKeys =>
  new Map(
    [...keys].map(([list, ofKind]) => [
      list,
      new Map([...ofKind].map(([id, key]) => [ids.get(list)?.get(id) ?? id, key])),
    ]),
  );

import { keepPreviousData, useQueries } from "@tanstack/react-query";
import type { OperationName } from "@lintel/contract/catalog";
import { useState } from "react";
import type { ShownQuery } from "./shown-query.ts";
import type { Rows } from "./rows.ts";
import type { Input, Item } from "./api.ts";
import { useApi } from "./scope.ts";

/** The rows that one call reads: the most that a list answers with. */
const pageSize = 100;

/** A list of any length: the first page is read at once, the others when their rows are drawn. */
export function useRows<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
): ShownQuery<Rows<Item<Name>>> {
  const api = useApi();
  const asked = JSON.stringify(input);
  const [shown, setShown] = useState({ asked, pages: [0] });
  // Other input has other rows: what was drawn of the last ones says nothing about these.
  const pages = shown.asked === asked ? shown.pages : [0];
  const queries = useQueries({
    queries: pages.map((page) => ({
      ...api.query(name, { ...input, skip: page * pageSize, take: pageSize } as Input<Name>),
      ...(page === 0 ? { placeholderData: keepPreviousData } : {}),
    })),
  });
  const read = queries.map(({ data }) => data as Page<Item<Name>> | undefined);
  const first = read[0];
  const onShow = (from: number, to: number) => {
    const wanted = new Set([0]);
    for (let page = Math.floor(from / pageSize); page <= Math.floor(to / pageSize); page += 1)
      wanted.add(page);
    if (wanted.size === pages.length && pages.every((page) => wanted.has(page))) return;
    setShown({ asked, pages: [...wanted] });
  };
  return {
    data: first && {
      count: first.totalCount ?? first.total ?? first.items.length,
      at: (index) => read[pages.indexOf(Math.floor(index / pageSize))]?.items[index % pageSize],
      onShow,
      read: () => read.flatMap((page) => page?.items ?? []),
    },
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => queries.forEach((query) => void query.refetch()),
  };
}

interface Page<Row> {
  readonly items: readonly Row[];
  readonly totalCount?: number;
  /** The same, in lists of findings. */
  readonly total?: number;
}

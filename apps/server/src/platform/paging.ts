/** A part of a list, as it is applied and returned. */
export interface Paging {
  readonly skip: number;
  readonly take: number;
}

const defaultTake = 50;
const maxTake = 100;

/** Reads the paging of a call. A larger `take` is reduced, and the answer has the reduced value. */
export function readPaging(input: {
  readonly skip?: number | undefined;
  readonly take?: number | undefined;
}): Paging {
  return { skip: input.skip ?? 0, take: Math.min(input.take ?? defaultTake, maxTake) };
}

/** A page of a list in an answer. */
export interface Page<T> extends Paging {
  readonly items: T[];
  readonly totalCount: number;
}

/** The page of a complete list. */
export function cutPage<T>(
  all: readonly T[],
  input: { readonly skip?: number | undefined; readonly take?: number | undefined },
): Page<T> {
  const paging = readPaging(input);
  const items = all.slice(paging.skip, paging.skip + paging.take);
  return { items, totalCount: all.length, ...paging };
}

/** A complete list in the shape of a page. */
export function wholeList<T>(items: T[]): Page<T> {
  return { items, totalCount: items.length, skip: 0, take: items.length };
}

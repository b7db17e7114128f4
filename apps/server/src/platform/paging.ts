/** A part of a list, as it is applied and returned. */
export interface Paging {
  readonly skip: number;
  readonly take: number;
}

const defaultTake = 50;
const maxTake = 100;

/** Reads the paging of a call. A larger `take` is not refused but cut, and the answer says so. */
export function readPaging(input: {
  readonly skip?: number | undefined;
  readonly take?: number | undefined;
}): Paging {
  return { skip: input.skip ?? 0, take: Math.min(input.take ?? defaultTake, maxTake) };
}

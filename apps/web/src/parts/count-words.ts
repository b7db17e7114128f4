/** A number with its noun: `1 call`, `1,204 calls`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/**
 * The note next to the title of a list: how many there are, and that they cannot be changed.
 * @param count - undefined: not read yet
 */
export function noteOfList(count: number | undefined, canWrite: boolean): string | undefined {
  const parts = [
    ...(count === undefined ? [] : [count.toLocaleString("en")]),
    ...(canWrite ? [] : ["View only"]),
  ];
  return parts.length === 0 ? undefined : parts.join(" · ");
}

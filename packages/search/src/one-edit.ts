/** Whether adding, removing or replacing one letter, or swapping two neighbours, turns one word into the other. */
export function isOneEdit(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const shortRest = short.slice(start, short.length - end);
  const longRest = long.slice(start, long.length - end);
  const isSwap =
    shortRest.length === 2 && longRest === `${shortRest.charAt(1)}${shortRest.charAt(0)}`;
  return isSwap || (shortRest.length <= 1 && longRest.length <= 1);
}

const known = new Set("CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT QUERY TRACE".split(" "));

/** A method as metrics and spans name it: one of few, whatever a caller makes up. */
export function nameMethod(method: string): string {
  return known.has(method) ? method : "_OTHER";
}

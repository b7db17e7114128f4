const quote = 34;
const backslash = 92;
const comma = 44;
const colon = 58;
const openList = 91;
const closeList = 93;
const openObject = 123;
const closeObject = 125;
const lineFeed = 10;
const space = 32;

/** Room for a line break beside its blanks, and for the end of the text. */
const slack = 16;

const grow = (bytes: Uint8Array<ArrayBuffer>, length: number, wanted: number) => {
  const larger = new Uint8Array(Math.max(bytes.length * 2, length + wanted));
  larger.set(bytes.subarray(0, length));
  return larger;
};

/**
 * Lays out a JSON text in UTF-8 that has no blanks between its tokens, as `JSON.stringify` writes
 * it, with two blanks a level: the bytes are those of `JSON.stringify(value, null, 2)` and a line
 * feed. One loop without calls, for it looks at every byte of every export.
 */
export function indentJson(json: Uint8Array): Uint8Array<ArrayBuffer> {
  const end = json.length;
  let out = new Uint8Array(end * 2 + slack);
  let length = 0;
  let blanks = 0;
  let isOpened = false;
  let isBroken = false;
  for (let at = 0; at < end;) {
    const code = json[at++] as number;
    if (code === closeObject || code === closeList) {
      blanks -= 2;
      // What is empty stays on its line.
      isBroken = !isOpened;
    }
    if (isBroken) {
      // Until the next line break a byte makes two at most: itself, and a blank after a colon.
      const wanted = blanks + 2 * (end - at) + slack;
      if (length + wanted > out.length) out = grow(out, length, wanted);
      out[length++] = lineFeed;
      for (const stop = length + blanks; length < stop; length += 1) out[length] = space;
    }
    out[length++] = code;
    isOpened = code === openObject || code === openList;
    isBroken = isOpened || code === comma;
    if (isOpened) blanks += 2;
    else if (code === colon) out[length++] = space;
    else if (code === quote) {
      let inside = json[at++] as number;
      while (inside !== quote) {
        out[length++] = inside;
        if (inside === backslash) out[length++] = json[at++] as number;
        inside = json[at++] as number;
      }
      out[length++] = quote;
    }
  }
  out[length++] = lineFeed;
  return out.subarray(0, length);
}

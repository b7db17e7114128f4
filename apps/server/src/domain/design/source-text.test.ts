import { describe, expect, it } from "vitest";
import { compressSource, measureSource, restoreSource, restoreSourceSync } from "./source-text.ts";

const text = "\u{FEFF}info: { title: Bücher \u{1F4DA} }\r\n";
const bytes = Buffer.from(text);

describe("the text that was imported", () => {
  it("comes back to the byte from what is kept compressed", async () => {
    // As it arrives from a thread, and from a database: within bytes of others.
    const around = Buffer.concat([Buffer.alloc(3, 7), compressSource(bytes), Buffer.alloc(5, 7)]);
    const kept = { text: null, compressed: around.subarray(3, -5) };
    expect(restoreSourceSync(kept)).toBe(text);
    expect(Buffer.from(await restoreSource(kept))).toEqual(bytes);
    expect(measureSource(kept)).toBe(bytes.length);
  });

  it("is what an import before the compression kept", async () => {
    const kept = { text, compressed: null };
    expect(restoreSourceSync(kept)).toBe(text);
    expect(await restoreSource(kept)).toBe(text);
    expect(measureSource(kept)).toBe(text.length);
  });
});

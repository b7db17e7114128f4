import { randomBytes } from "node:crypto";

/** A secret that only exists for the proof, and its description. */
export interface Canary {
  readonly name: string;
  readonly value: string;
}

/** A value of which no part can appear anywhere by chance; encoders must escape `rest`. */
export function makeCanary(name: string, rest = ""): Canary {
  return { name, value: `Cnry${randomBytes(12).toString("hex")}${rest}` };
}

/** Its Base64 forms within a longer text, without the characters that depend on its neighbours. */
function base64Parts(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    const part = encoded.slice(
      Math.ceil((shift * 8) / 6),
      Math.floor(((shift + bytes.length) * 8) / 6),
    );
    return [part, part.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

/** The forms that are searched. */
function formsOf({ value }: Canary): ReadonlyMap<string, string> {
  const bytes = Buffer.from(value);
  const forms = new Map([
    ["plain", value],
    ["hex", bytes.toString("hex")],
    ["HEX", bytes.toString("hex").toUpperCase()],
    ["URL-encoded", encodeURIComponent(value)],
    ["form-encoded", new URLSearchParams([["", value]]).toString().slice(1)],
    ["JSON-escaped", JSON.stringify(value).slice(1, -1)],
    ["JSON-escaped twice", JSON.stringify(JSON.stringify(value).slice(1, -1)).slice(1, -1)],
    [
      "HTML-escaped",
      value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;"),
    ],
  ]);
  for (const [at, part] of base64Parts(bytes).entries()) forms.set(`base64 ${at}`, part);
  // The 32 bytes of a key may also be written unencoded.
  if (/^[0-9a-f]{64}$/.test(value)) {
    const raw = Buffer.from(value, "hex");
    forms.set("bytes in base64", raw.toString("base64").replace(/=+$/, ""));
    forms.set("bytes", raw.toString("latin1"));
  }
  return forms;
}

/** One place where a canary was found. */
export interface Occurrence {
  readonly canary: string;
  readonly form: string;
  readonly place: string;
  readonly around: string;
}

/** Searches every canary in every form; bytes are read as latin1, which loses none. */
export function searchFor(canaries: readonly Canary[], place: string, text: string): Occurrence[] {
  return canaries.flatMap((canary) => {
    for (const [form, wanted] of formsOf(canary)) {
      const needle = Buffer.from(wanted).toString("latin1");
      const at = [text.indexOf(wanted), text.indexOf(needle)].find((found) => found >= 0);
      if (at !== undefined)
        return [
          { canary: canary.name, form, place, around: text.slice(Math.max(0, at - 120), at + 120) },
        ];
    }
    return [];
  });
}

/** Shorter secrets are common in other text and are masked only as whole words. */
export const minPartLength = 4;
const minBase64Length = 6;
/** A shorter secret in another case is often a word of its own. */
const minCaseLength = 8;

function encodeForHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const lowerEscapes = (text: string) =>
  text.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());

/**
 * The Base64 forms (RFC 4648 §4, §5) of bytes inside longer data such as `user:password`: one for
 * each of the three alignments, without the characters that also encode neighbouring bytes.
 */
function listBase64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64url");
    const start = Math.ceil((shift * 8) / 6);
    const end = Math.floor(((shift + bytes.length) * 8) / 6);
    const url = encoded.slice(start, end);
    if (url.length < minBase64Length) return [];
    return [url, url.replaceAll("-", "+").replaceAll("_", "/")];
  });
}

/** `encodeURIComponent` that replaces unpaired surrogates with U+FFFD, as URLs do. */
const encodePercent = (text: string) => encodeURIComponent(text.toWellFormed());

const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** Bytes of UTF-8 read as one character each, as servers read headers and may return them. */
const misread = (text: string) => Buffer.from(text).toString("latin1");

/** Characters that no encoding except Base64 changes (RFC 3986 §2.3). */
const isUnreserved = (text: string) => /^[A-Za-z0-9._~-]+$/.test(text);

function listEscapedForms(secret: string): string[] {
  if (isUnreserved(secret)) return [];
  const json = escapeJson(secret);
  const percent = encodePercent(secret);
  const form = new URLSearchParams([["", secret]]).toString().slice(1);
  return [
    misread(secret),
    json,
    escapeJson(misread(secret)),
    json.replaceAll("/", "\\/"),
    percent,
    lowerEscapes(percent),
    encodePercent(percent),
    form,
    lowerEscapes(form),
    encodeURI(secret.toWellFormed()),
    encodeForHtml(secret),
    encodeForHtml(secret).replaceAll("'", "&#39;"),
  ];
}

/** As targets show secrets that they have normalized: in one case, as `X-TOKEN: ABC…`. */
const listCaseForms = (secret: string): string[] =>
  secret.length < minCaseLength ? [] : [secret.toUpperCase(), secret.toLowerCase()];

/** As dumps show bytes (RFC 4648 §8). */
function listHexForms(bytes: Buffer): string[] {
  const hex = bytes.toString("hex");
  return [hex, hex.toUpperCase()];
}

/** All likely forms of a secret in a request, a response or a report. */
export function listSecretForms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const whole = [bytes.toString("base64"), bytes.toString("base64url")];
  const forms = [secret, ...listCaseForms(secret), ...listEscapedForms(secret), ...whole];
  return [...new Set([...forms, ...listHexForms(bytes), ...listBase64Forms(bytes)])];
}

/** A parameter of nginx in double quotes. */
export const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;

/** A value in which nginx would expand variables has none: `$` cannot be escaped there. */
export const quoteValue = (text: string): string => quote(text.replaceAll("$", "%24"));

/** A regular expression as a key of `map`. Of a pair of backslashes nginx keeps one; of others it keeps all. */
export const quoteRegex = (pattern: string): string =>
  `"~${pattern.replaceAll("\\\\", "\\\\\\\\").replaceAll('"', "\\x22")}"`;

export const escapeRegex = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** @param entries - quoted keys and values */
export function writeMap(
  source: string,
  name: string,
  entries: readonly (readonly [key: string, value: string])[],
  otherwise = '""',
): string {
  const lines = entries.map(([key, value]) => `  ${key} ${value};\n`);
  return `map ${source} ${name} {\n  default ${otherwise};\n${lines.join("")}}\n`;
}

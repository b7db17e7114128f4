const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

const escape = (found: string) => entities[found] ?? found;

/** Text for a quoted attribute, or for the content of an element. */
export const escapeHtml = (text: string): string =>
  /[&<>"]/.test(text) ? text.replaceAll(/[&<>"]/g, escape) : text;

/** Text for the content of an element, as the second wall writes it: quotes stay what they are. */
export const escapeText = (text: string): string =>
  /[&<>]/.test(text) ? text.replaceAll(/[&<>]/g, escape) : text;

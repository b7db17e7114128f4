const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

const escape = (found: string) => entities[found] ?? found;

/** Escapes text for a quoted attribute or for the content of an element. */
export const escapeHtml = (text: string): string =>
  /[&<>"]/.test(text) ? text.replaceAll(/[&<>"]/g, escape) : text;

/** Escapes text for the content of an element as the sanitizer does: quotes are not escaped. */
export const escapeText = (text: string): string =>
  /[&<>]/.test(text) ? text.replaceAll(/[&<>]/g, escape) : text;

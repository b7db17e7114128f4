/** The first character of a text, whole also where it takes two units. */
const firstOf = ([first = ""]: string): string => first;

const wholeAddress = /^[^\s@]+@([\p{L}\p{N}.-]+)$/u;

/** A text without the personal data in it. A text that is one address keeps its first letter and its domain. */
export function mask(text: string): string {
  if (text === "") return "";
  const domain = wholeAddress.exec(text)?.[1];
  return domain === undefined ? `${firstOf(text)}***` : `${firstOf(text)}***@${domain}`;
}

/** A text whose e-mail addresses are masked. */
export function maskAddresses(text: string): string {
  return text.replaceAll(/[^\s"'<>()[\],;:=\\]+/g, (run) => (run.includes("@") ? mask(run) : run));
}

const longest = 200;

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The words of a text in one, each with a capital: `order-items` → `OrderItems`. */
const toPascal = (text: string): string =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .map(capitalize)
    .join("");

/** A name of method and path: `get /users/{id}/posts` → `getUsersByIdPosts`. */
export function nameOperation(method: string, path: string): string {
  const words = path
    .split(/(\{[^{}]*\})/)
    .map((part) => (part.startsWith("{") ? `By${toPascal(part)}` : toPascal(part)))
    .join("");
  const name = `${method}${words === "" ? "Root" : words}`.slice(0, longest);
  // Half of a surrogate pair at the end would not be valid text.
  return name.isWellFormed() ? name : name.slice(0, -1);
}

/** The name, with the first number that makes it unique if it is taken. */
export function makeUnique(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${wanted}${number}`)) return `${wanted}${number}`;
  }
}

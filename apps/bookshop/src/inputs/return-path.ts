const own = "http://bookshop.invalid";

/** A path of the shop itself; the start page for every other address. */
export function findReturnPath(to: string): string {
  const target = URL.parse(to, own);
  return target?.origin === own && to.startsWith("/")
    ? `${target.pathname}${target.search}`
    : "/health";
}

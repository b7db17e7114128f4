/**
 * The value of `LINTEL_EGRESS_ALLOW` for the demo.
 * @param targets - the addresses of the sample APIs
 * @param own - what the caller set, such as the address of an own API
 */
export function allowedAddresses(targets: readonly string[], own: string | undefined): string {
  const samples = targets.map((target) => new URL(target).host);
  const more = (own ?? "").split(",").map((each) => each.trim());
  return [...samples, ...more.filter((each) => each !== "")].join(",");
}

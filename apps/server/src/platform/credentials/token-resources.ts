// The identifiers of what access tokens are for (RFC 8707 §2). The issuer is the resource "all of a region".

/** The tool server alone. */
export const toolResource = (issuer: string): string => `${issuer}/mcp`;

export const isForTools = (resource: string): boolean => resource.endsWith("/mcp");

/** The address of the tool server that people paste; some clients name it as their resource. */
const pastedAddress = (issuer: string): string => `${toolResource(issuer)}?toolsets=core`;

/** The identifier of the resource that a client names; null for another's resource. */
export function knownResource(issuer: string, indicator: string): string | null {
  if (indicator === pastedAddress(issuer)) return toolResource(issuer);
  const plain = indicator.replace(/\/$/, "");
  return plain === issuer || plain === toolResource(issuer) ? plain : null;
}

/** Every spelling that is accepted: some clients add a slash. */
export function resourceSpellings(issuer: string): string[] {
  const plain = [issuer, toolResource(issuer)];
  return [...plain.flatMap((one) => [one, `${one}/`]), pastedAddress(issuer)];
}

/** The address of a resource's metadata: between host and path (RFC 9728 §3.1). */
export function resourceMetadataAddress(resource: string): string {
  const { origin, pathname } = new URL(resource);
  const path = pathname === "/" ? "" : pathname;
  return `${origin}/.well-known/oauth-protected-resource${path}`;
}

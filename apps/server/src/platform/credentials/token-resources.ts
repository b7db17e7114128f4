// The identifiers of what access tokens are for (RFC 8707 §2). The issuer is the resource "all of a region".

/** The tool server alone. */
export const toolResource = (issuer: string): string => `${issuer}/mcp`;

export const isForTools = (resource: string): boolean => resource.endsWith("/mcp");

/** The identifier without a last slash, which some clients add; null for another's resource. */
export function knownResource(issuer: string, indicator: string): string | null {
  const plain = indicator.replace(/\/$/, "");
  return plain === issuer || plain === toolResource(issuer) ? plain : null;
}

/** Every spelling that is accepted. */
export function resourceSpellings(issuer: string): string[] {
  return [issuer, toolResource(issuer)].flatMap((plain) => [plain, `${plain}/`]);
}

/** The address of a resource's metadata: between host and path (RFC 9728 §3.1). */
export function resourceMetadataAddress(resource: string): string {
  const { origin, pathname } = new URL(resource);
  const path = pathname === "/" ? "" : pathname;
  return `${origin}/.well-known/oauth-protected-resource${path}`;
}

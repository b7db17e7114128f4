import { delegablePermissions, type Permission } from "@lintel/contract/words/permissions";
import { toolResource } from "../../platform/credentials/token-resources.ts";

export const endpoints = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  revocation: "/oauth/revoke",
  registration: "/oauth/register",
  deviceAuthorization: "/oauth/device/authorize",
  deviceVerification: "/oauth/device",
  consent: "/oauth/consent",
} as const;

export const deviceGrantType = "urn:ietf:params:oauth:grant-type:device_code";
export const grantTypes = ["authorization_code", "refresh_token", deviceGrantType] as const;

/** The metadata of the authorization server (RFC 8414 §2). */
export function describeServer(
  issuer: string,
  { isRegistrationOpen }: { readonly isRegistrationOpen: boolean },
): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: issuer + endpoints.authorization,
    token_endpoint: issuer + endpoints.token,
    revocation_endpoint: issuer + endpoints.revocation,
    device_authorization_endpoint: issuer + endpoints.deviceAuthorization,
    ...(isRegistrationOpen ? { registration_endpoint: issuer + endpoints.registration } : {}),
    scopes_supported: delegablePermissions,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: grantTypes,
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [issuer, toolResource(issuer)],
  };
}

/** The metadata of a resource (RFC 9728 §2): of the tool server, or of all of the region. */
export function describeResource(issuer: string, resource: string): Record<string, unknown> {
  return {
    resource,
    resource_name: resource === toolResource(issuer) ? "Lintel tool server" : "Lintel",
    authorization_servers: [issuer],
    bearer_methods_supported: ["header"],
    scopes_supported: delegablePermissions,
  };
}

/** The permissions in a scope, in the order of their list; other words are ignored (RFC 6749 §3.3). */
export function readScope(scope: unknown): Permission[] {
  const words = typeof scope === "string" ? scope.split(" ") : [];
  return delegablePermissions.filter((name) => words.includes(name));
}

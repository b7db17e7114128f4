import { pageAddress } from "../../domain/people/page-address.ts";
import type { Platform } from "../../platform/kernel/platform.ts";

/** The addresses of a connection at this server, as its provider and browsers know them. */
export interface ConnectionAddresses {
  readonly entityId: string;
  readonly acsUrl: string;
  readonly redirectUrl: string;
  readonly signInUrl: string;
}

export function addressesOf(
  { publicOrigin, region }: Pick<Platform, "publicOrigin" | "region">,
  { id, protocol }: { readonly id: string; readonly protocol: string },
): ConnectionAddresses {
  const at = (path: string) => pageAddress(publicOrigin(), region, `/sso/${path}`);
  return {
    entityId: at(`saml/${id}/metadata`),
    acsUrl: at(`saml/${id}/acs`),
    redirectUrl: at(`oidc/${id}/callback`),
    signInUrl: at(`${protocol}/${id}/login`),
  };
}

import { pageAddress } from "../../domain/people/page-address.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";

type AddressPlatform = Pick<Platform, "region" | "publicOrigin">;

/** The absolute address of an organization's SCIM service. */
export function scimAddress({ region, publicOrigin }: AddressPlatform, slug: string): string {
  return pageAddress(publicOrigin(), region, `/scim/v2/${slug}`);
}

/** The same for the organization of a call. */
export function organizationAddress(
  platform: AddressPlatform,
  { principal }: OrganizationContext,
): string {
  if (principal.organization === null) throw new Error("The token names no organization.");
  return scimAddress(platform, principal.organization.slug);
}

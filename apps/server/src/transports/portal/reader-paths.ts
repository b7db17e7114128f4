import { pageAddress } from "../../domain/people/page-address.ts";

/** Where the sign-in of a reader begins, for a page of the portal. */
export function writeSignInPath(region: string, returnPath: string): string {
  return pageAddress("", region, `/_reader/sign-in?return=${encodeURIComponent(returnPath)}`);
}

export function writeSignOutPath(region: string, returnPath: string): string {
  return pageAddress("", region, `/_reader/sign-out?return=${encodeURIComponent(returnPath)}`);
}

import { base } from "./place.ts";

/** Leads to the page for sign-in, which comes back to this address. */
export function signInAgain(): void {
  const back = location.pathname + location.search;
  location.assign(`${base}/sign-in?fresh&return=${encodeURIComponent(back)}`);
}

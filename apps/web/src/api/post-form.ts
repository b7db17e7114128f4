import { base } from "./place.ts";

/** Sends an empty form to a page of the server, with the cookies of the session. */
export function postForm(path: string): Promise<Response> {
  return fetch(`${base}${path}`, { method: "POST", body: new URLSearchParams() });
}

import type { Cover } from "../inputs/covers.ts";
import { requestAnything } from "./request-anything.ts";
import type { Weakness } from "./weakness.ts";

async function fetchAnything(url: string): Promise<Cover | null> {
  const response = await requestAnything(url);
  if (response === null) return null;
  const mediaType = response.headers.get("content-type") ?? "application/octet-stream";
  return { mediaType, content: await response.text() };
}

export const coverFetch: Weakness = {
  name: "cover-fetch",
  title: "Covers are fetched from any address",
  owasp: "API7:2023",
  summary:
    "GET /covers/preview requests whatever address it is given, also those of the internal network, and shows the answer.",
  found: ["SVC07001 GET /covers/preview"],
  apply: (seams) => ({
    fetchCover: async (url) => (await seams.fetchCover(url)) ?? fetchAnything(url),
  }),
};

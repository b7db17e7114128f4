import { makeSlug } from "../plan/make-slug.ts";

/** Makes ids for the headings of one page; each is unique. */
export function makeIdGiver(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const named = makeSlug(name) || "section";
    // The Markdown and the portal use ids with these prefixes.
    const slug = named.startsWith("lm-") ? `section-${named}` : named;
    let id = slug;
    for (let at = 2; taken.has(id); at += 1) id = `${slug}-${at}`;
    taken.add(id);
    return id;
  };
}

/** Second path segments that the web app uses below an organization. No project gets them; older ones keep theirs. */
export const reservedProjectSlugs: ReadonlySet<string> = new Set([
  "account",
  "notices",
  "s",
  "settings",
]);

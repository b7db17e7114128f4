/** Whether a path has the form of a template, in which a segment with a variable matches any segment. */
export function matchesTemplate(template: string, path: string): boolean {
  const [wanted, given] = [template.split("/"), path.split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((segment, at) => segment.includes("{") || segment === given[at])
  );
}

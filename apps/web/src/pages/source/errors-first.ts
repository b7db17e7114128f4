/** Errors, then the others; within each, the order of before. */
export function errorsFirst<Finding extends { readonly severity: string }>(
  findings: readonly Finding[],
): readonly Finding[] {
  const isError = ({ severity }: Finding) => severity === "error";
  return [...findings.filter(isError), ...findings.filter((finding) => !isError(finding))];
}

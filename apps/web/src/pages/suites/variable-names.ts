import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/scope.ts";
import { useCases, useSuite, useSuitePlace, type Suite, type TestCase } from "./use-suite.ts";

const builtIn = ["$uuid", "$timestamp", "$isoTimestamp", "$randomInt", "$iteration"];

/** Every name that `{{…}}` can have in a case: of the environment, the suite, its data, and earlier cases. */
export function useVariableNames(
  environmentId: string | null,
  caseId: string | null,
): readonly string[] {
  const { place } = useSuitePlace();
  const { projectId } = place;
  const environment = useQuery({
    ...useApi().query("getEnvironment", { projectId, environmentId: environmentId ?? "" }),
    enabled: environmentId !== null,
  });
  const { data: suite } = useSuite();
  const { data: cases = [] } = useCases();
  const ofEnvironment = environment.data?.variables.map(({ name }) => name) ?? [];
  const names = [
    ...listExtracted(cases, caseId),
    ...listOfSuite(suite),
    ...ofEnvironment,
    ...builtIn,
  ];
  return [...new Set(names)];
}

function listExtracted(cases: readonly TestCase[], caseId: string | null): string[] {
  const at = cases.findIndex(({ id }) => id === caseId);
  const own = cases[at]?.foreach?.as;
  const earlier = at < 0 ? cases : cases.slice(0, at);
  const extracted = earlier.flatMap(({ extractions = [] }) => extractions.map(({ name }) => name));
  return own === undefined ? extracted : [own, ...extracted];
}

function listOfSuite(suite: Suite | undefined): string[] {
  if (suite === undefined) return [];
  return [...Object.keys(suite.variables), ...listColumns(suite.data)];
}

/** The columns of data rows. */
function listColumns(data: NonNullable<Suite["data"]> | null): string[] {
  if (data === null) return [];
  if (data.format === "csv")
    return (data.text.split(/\r?\n/, 1)[0] ?? "")
      .split(",")
      .map((name) => name.trim().replaceAll('"', ""));
  try {
    const [first] = JSON.parse(data.text) as unknown[];
    return typeof first === "object" && first !== null ? Object.keys(first) : [];
  } catch {
    return [];
  }
}

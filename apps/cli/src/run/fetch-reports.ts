import { parseJson } from "@lintel/client/problem-record";
import type { ReportFormat, RunReport } from "@lintel/contract/shapes/test-run";
import type { Connection } from "../network/connect.ts";
import { Failure } from "../outcome/failure.ts";

/** The reports of a finished run, each once and in parallel. */
export async function fetchReports(
  connection: Connection,
  id: string,
  formats: Iterable<ReportFormat>,
): Promise<Map<ReportFormat, string>> {
  const fetched = Array.from(new Set(formats), async (format) => {
    const call = { id, format };
    const { text } = await connection.call(`read the ${format} report`, "getRunReport", call);
    return [format, text] as const;
  });
  return new Map(await Promise.all(fetched));
}

/**
 * The results in a JSON report; null if none was fetched.
 * @throws Failure if it is not valid.
 */
export function parseReport(text: string | undefined): RunReport | null {
  if (text === undefined) return null;
  const report = parseJson(text) as RunReport | null | undefined;
  if (Array.isArray(report?.results)) return report;
  throw new Failure({
    exit: "incomplete",
    code: "REPORT_UNREADABLE",
    what: "The report of the run is not valid.",
    fix: "A proxy may have changed it: try again, or call the service directly with --url.",
  });
}

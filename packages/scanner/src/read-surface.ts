import { readHar } from "./recorded/read-har.ts";
import { readSuite } from "./recorded/read-suite.ts";
import { useRecorded } from "./recorded/use-recorded.ts";
import { readSurface as readDocument, type SurfaceOptions } from "./surface/read-surface.ts";
import type { Surface } from "./surface/surface.types.ts";

/** Where requests that worked come from, instead of the examples of the document. */
export interface RecordedSources {
  /** The text of an HTTP Archive 1.2, and the path of the address that is scanned. */
  readonly har?: { readonly text: string; readonly basePath: string } | undefined;
  /** A suite of test cases, as in its file. */
  readonly suite?: unknown;
}

/**
 * Reads the operations of a parsed OpenAPI document (3.0 to 3.2), with the values of requests that
 * were recorded as examples.
 *
 * @throws RangeError for a text that is no HTTP Archive
 */
export function readSurface(
  document: unknown,
  { har, suite, ...options }: SurfaceOptions & RecordedSources = {},
): Surface {
  const recorded = har === undefined ? [] : readHar(har.text, har.basePath);
  if (recorded === undefined) throw new RangeError("The file is no HTTP Archive (HAR).");
  return useRecorded(readDocument(document, options), [...recorded, ...readSuite(suite)]);
}

import type { Egress } from "@lintel/egress/egress.types";
import type { Authentication } from "./identity.types.ts";

/** A case of a suite, and the variable that it extracts. */
export type TokenCase = Extract<Authentication, { type: "suiteCase" }>;

/** What the requests of a case use. */
export interface ExtractionMeans {
  /** Its requests count as those of the scan, at its pace and within its budget. */
  readonly egress: Egress;
  /** Aborted when the scan is. */
  readonly signal: AbortSignal;
}

/** The token, or why there is none, as the end of a sentence. */
export type ExtractedToken = { readonly token: string } | { readonly reason: string };

/**
 * Runs a case of a suite and answers what it extracts. Suites are run outside of the scan, which
 * knows neither their format nor where they are stored.
 */
export type ExtractToken = (wanted: TokenCase, means: ExtractionMeans) => Promise<ExtractedToken>;

import type { Confidence, PlaceLocation, Severity } from "@lintel/contract/words/security";

/** The OWASP API Security Top 10 of 2023. */
export type OwaspCategory = `API${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}:2023`;

/** One class of weakness, with what helps to correct it. */
export interface Guidance {
  /** `SVC`, the OWASP category in two digits, and three digits. */
  readonly id: `SVC${number}`;
  /** PascalCase. */
  readonly name: string;
  readonly title: string;
  readonly severity: Severity;
  readonly owasp: OwaspCategory;
  /** Numbers of the Common Weakness Enumeration. */
  readonly cwe: readonly number[];
  readonly description: string;
  readonly remediation: string;
  readonly references: readonly string[];
}

/** Where in a request or an answer a weakness is. */
export interface FindingPlace {
  readonly location: PlaceLocation;
  /** The name of the parameter or header, or the JSON Pointer in a body; empty for the whole. */
  readonly name: string;
}

/** A request and its answer, masked, as far as a reader needs it. */
export interface EvidenceItem {
  /** What this request shows, such as "bob reads the order of alice". */
  readonly label: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string | null;
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly excerpt: string;
  };
  /** The request as a command for a POSIX shell, with `$NAME` for the credential. */
  readonly curl: string;
}

export interface Evidence {
  /** Requests that must be refused or unchanged for the proof to count. */
  readonly controls: readonly EvidenceItem[];
  readonly attacks: readonly EvidenceItem[];
}

/** A weakness at one place of the target. */
export interface ScanFinding {
  /** `svc/v1`: the same weakness has the same fingerprint in every run. */
  readonly fingerprint: string;
  readonly scannerId: string;
  readonly guidance: Guidance;
  readonly confidence: Confidence;
  /** The method; `GET` for findings of the whole host. */
  readonly method: string;
  /** The path template; `/` for findings of the whole host. */
  readonly path: string;
  readonly place: FindingPlace;
  readonly title: string;
  readonly description: string;
  readonly evidence: Evidence;
}

/** What looked like a weakness and was not proved. It is no finding, but it is not fixed either. */
export interface Unconfirmed {
  readonly fingerprint: string;
  readonly scannerId: string;
  readonly guidanceId: string;
  readonly method: string;
  readonly path: string;
  readonly reason: string;
}

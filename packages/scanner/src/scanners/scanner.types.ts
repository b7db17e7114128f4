import type { Confidence } from "@lintel/contract/words/security";
import type { Baseline, Bound, WorkingBaseline } from "../baselines/baseline.types.ts";
import type { Ledger } from "../baselines/ledger.ts";
import type { OwnList } from "../baselines/item-finder.ts";
import type { FindingPlace, Guidance } from "../findings/finding.types.ts";
import type { ScanProfile } from "../model/scan.types.ts";
import type { Identity } from "../identities/identity.types.ts";
import type { ScanListener } from "../listener/listener.types.ts";
import type { Operation, Parameter, Surface } from "../surface/surface.types.ts";
import type { Credential, Exchange, RequestDraft } from "../traffic/exchange.types.ts";

/** What a check may use. It neither knows the network nor the time. */
export interface Probe {
  readonly surface: Surface;
  readonly identities: readonly Identity[];
  /** The request of an operation that works for an identity. */
  baseline(operation: Operation, identity: string): Promise<Baseline>;
  /**
   * Sends a request as an identity; null sends it without a credential. What it creates is deleted at
   * the end. @throws ScanEnd
   */
  send(draft: RequestDraft, identity: string | null): Promise<Exchange>;
  /**
   * Sends a request without a credential, once: 429 is an answer that is neither repeated nor
   * changes the pace. What it creates is not deleted. @throws ScanEnd
   */
  attempt(draft: RequestDraft): Promise<Exchange>;
  /** Makes a new request that works, with another body where the same one no longer works. */
  renew(baseline: WorkingBaseline): Promise<Baseline>;
  /** Whether an answer is what the identity also gets for addresses that do not exist. */
  isNowhere(exchange: Exchange, identity: string): Promise<boolean>;
  /** The places of values that change with each answer to a request that works. */
  listChanging(baseline: WorkingBaseline): Promise<ReadonlySet<string>>;
  credentialOf(identity: string): Promise<Credential>;
  /** The answer that gave an identity its credential; null if its sign-in sends no request. */
  signInOf(identity: string): Promise<Exchange | null>;
  /** Credentials of an identity that expired within the scan, by their own claims. */
  expiredOf(identity: string): readonly Credential[];
  /** Where a scanner writes down what it opens outside of baselines, before it does so. */
  readonly ledger: Pick<Ledger, "begin" | "set">;
  /** Why the scan may not call an operation, for an item if one is named; null if it may. */
  refuseCall(operation: Operation, bound?: readonly Bound[]): string | null;
  createItem(itemPath: string, identity: string): Promise<Bound | null>;
  /** The id that an identity can name by a query parameter; null if it has none of its own. */
  bindParameter(
    operation: Operation,
    parameter: Parameter,
    identity: string,
  ): Promise<Bound | null>;
  listOwn(itemPath: string, identity: string): Promise<OwnList | null>;
  /** What people say about the API. */
  readonly profile: ScanProfile;
  /** Whether people have said that an identity may call an operation; null if they have not. */
  isExpected(operation: Operation, identity: string): boolean | null;
  /** The listener that the target can reach; null if none is configured. */
  readonly listener: ScanListener | null;
  /** A word that no target knows: the same in each scan with the same seed and purpose. */
  word(purpose: string): string;
}

export interface Proof {
  /** Requests that must be refused or unchanged for the proof to count. */
  readonly controls: readonly Labelled[];
  readonly attacks: readonly Labelled[];
}

export interface Labelled {
  readonly label: string;
  readonly exchange: Exchange;
}

export type Observation =
  | {
      readonly kind: "finding";
      readonly guidance: Guidance;
      /** The whole host: the finding is reported once, at `/`. */
      readonly isHostWide?: boolean;
      /** Where it is, if not at the operation of the check. */
      readonly at?: Pick<Operation, "method" | "path">;
      readonly place: FindingPlace;
      /** One sentence about this place. */
      readonly description: string;
      readonly confidence?: Confidence;
      readonly proof: Proof;
    }
  | {
      readonly kind: "unconfirmed";
      readonly guidance: Guidance;
      readonly place: FindingPlace;
      readonly reason: string;
    }
  /** An address that the document does not name does not exist: a finding there is fixed. */
  | { readonly kind: "absent"; readonly at: Pick<Operation, "method" | "path"> }
  | { readonly kind: "skipped"; readonly reason: string };

/** The work of a scanner on one operation. */
export interface Check {
  readonly operation: Operation;
  /** The most requests that the check sends, without those of baselines. */
  readonly requests: number;
}

/** What a scanner needs of a scan. */
export interface Needs {
  /** The fewest identities. */
  readonly identities: 0 | 1 | 2;
  /** Whether it sends requests that change data; `some`: for operations that do so themselves. */
  readonly writes: boolean | "some";
  /** Whether it can burden or alarm the target; off unless a profile names the scanner. */
  readonly isIntrusive: boolean;
  /** Whether a listener that the target can reach shows more. */
  readonly listener?: boolean;
}

/** One scanner: everything about it, for the scan, the documentation and the profile editor. */
export interface Scanner {
  /** kebab-case. */
  readonly id: string;
  readonly title: string;
  /** What it sends and what it concludes, in a few sentences. */
  readonly summary: string;
  readonly needs: Needs;
  /** What must be refused or unchanged for its proof to count. */
  readonly control: string;
  /** Whether its checks count as checks of authorization in the coverage. */
  readonly isAuthorization: boolean;
  /**
   * `beforeWrites`: before the checks that write, because they use up what it needs, such as stock.
   * `last`: after all others, because it can lock accounts, or needs what time does to tokens.
   */
  readonly turn?: "beforeWrites" | "last";
  /** Whether its checks look for limits: an answer 429 is then what they want. */
  readonly isAboutLimits?: boolean;
  readonly guidance: readonly Guidance[];
  /** Why it has no check beyond what its needs say; undefined if the operations do not fit. */
  explainIdle?(identities: readonly Identity[], profile: ScanProfile): string | undefined;
  /** The checks for a surface. Pure: the same surface gives the same checks. */
  plan(surface: Surface, identities: readonly Identity[], profile: ScanProfile): readonly Check[];
  /** Runs a check. An empty list means that it was tested and nothing was found. */
  run(check: Check, probe: Probe): Promise<readonly Observation[]>;
}

export const skipped = (reason: string): readonly Observation[] => [{ kind: "skipped", reason }];

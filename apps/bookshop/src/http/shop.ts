import type { ApiDocument } from "../document/api-document.ts";
import type { RateLimits, Seams } from "../seams/seams.ts";
import type { Store } from "../store/store.ts";
import type { WindowCounter } from "./window-counter.ts";

/** What the handlers of one running shop share. */
export interface Shop {
  store: Store;
  seams: Seams;
  document: ApiDocument;
  limits: RateLimits;
  failedLogins: WindowCounter;
  /** Signs the tokens. It is new at every start, which invalidates old tokens. */
  tokenKey: Buffer;
  startedAt: Date;
  readNow: () => Date;
}

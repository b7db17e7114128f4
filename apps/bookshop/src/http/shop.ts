import type { TokenKeys } from "../access/token.ts";
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
  tokenKeys: TokenKeys;
  startedAt: Date;
  readNow: () => Date;
}

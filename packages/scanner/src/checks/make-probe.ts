import { createHash, randomUUID } from "node:crypto";
import type { Baselines } from "../baselines/create-baselines.ts";
import type { Sessions } from "../identities/sessions.ts";
import type { ScanListener } from "../listener/listener.types.ts";
import type { ScanSettings, ScanTools } from "../model/scan.types.ts";
import { refuseCall } from "../baselines/write-policy.ts";
import type { Ledger } from "../baselines/ledger.ts";
import type { Sender } from "../traffic/create-sender.ts";
import type { Probe } from "../scanners/scanner.types.ts";

export function makeProbe(
  settings: ScanSettings,
  { listener }: Pick<ScanTools, "listener">,
  sessions: Sessions,
  baselines: Baselines,
  { sender, ledger }: { readonly sender: Sender; readonly ledger: Ledger },
): Probe {
  const { surface, identities, accessRules, seed } = settings;
  return {
    surface,
    identities,
    profile: settings,
    ledger,
    baseline: (operation, identity) => baselines.of(operation, identity),
    send: (draft, identity) => baselines.send(draft, identity),
    attempt: (draft) => sender.sendOnce(draft),
    renew: (baseline) => baselines.renew(baseline),
    isNowhere: (exchange, identity) => baselines.isNowhere(exchange, identity),
    listChanging: (baseline) => baselines.listChanging(baseline),
    listener: listener === undefined ? null : forThisScan(listener),
    credentialOf: (identity) => sessions.credentialOf(identity),
    signInOf: (identity) => sessions.signInOf(identity),
    expiredOf: (identity) => sessions.expiredOf(identity),
    refuseCall: (operation, bound = []) => refuseCall(surface, operation, bound, settings),
    createItem: (itemPath, identity) => baselines.createItem(itemPath, identity),
    bindParameter: (...wanted) => baselines.bindParameter(...wanted),
    listOwn: (itemPath, identity) => baselines.listOwn(itemPath, identity),
    isExpected(operation, identity) {
      const rule = accessRules.find(
        (one) => one.identity === identity && one.operation === operation.id,
      );
      return rule?.isAllowed ?? null;
    },
    word: (purpose) => createHash("sha256").update(`${seed} ${purpose}`).digest("hex").slice(0, 16),
  };
}

/** Tokens of words are the same in each scan; a listener must not hear those of an earlier one. */
function forThisScan(listener: ScanListener): ScanListener {
  const own = randomUUID();
  return {
    addressFor: (token) => listener.addressFor(`${token}-${own}`),
    wasRequested: (token) => listener.wasRequested(`${token}-${own}`),
  };
}

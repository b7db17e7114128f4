import type { Cell } from "./cell.ts";
import { fingerprintKey } from "./platform/crypto/master-key.ts";
import { MasterKeyError, type MasterKeys } from "./platform/keys/master-keys.ts";
import type { KeyKeeper, KeyReport, RegionKeyLine } from "./transports/admin/key-report.ts";

export function createKeyKeeper(cells: readonly Cell[], masterKeys: MasterKeys): KeyKeeper {
  const withData = (): Cell[] =>
    cells.filter((cell) => cell.isRemote || cell.isOpen || cell.hasData());
  const newest = (): string => fingerprintKey(masterKeys.newest());

  async function report(): Promise<KeyReport> {
    const regions = await Promise.all(cells.map(describe));
    const records = withData().flatMap(({ platform }) => platform.keys.records());
    const needed = new Set(
      records.filter(({ state }) => state !== "retired").map(({ fingerprint }) => fingerprint),
    );
    const keys = masterKeys.list().map((key) => {
      const fingerprint = fingerprintKey(key);
      return { fingerprint, isNeeded: needed.has(fingerprint) || fingerprint === newest() };
    });
    return { source: masterKeys.source, keys, regions };
  }

  async function describe(cell: Cell): Promise<RegionKeyLine> {
    const { region, platform } = cell;
    if (!withData().includes(cell)) return { region, active: null, state: "settled" };
    const { db } = await cell.open();
    await platform.keys.reload(db);
    const active = fingerprintKey(platform.keys.active());
    const isRotating = platform.keys.records().some(({ state }) => state === "previous");
    if (isRotating) return { region, active, state: "rotating" };
    return { region, active, state: active === newest() ? "settled" : "waiting" };
  }

  return {
    report,
    async rotate(operator, waits) {
      const { regions } = await report();
      const rotating = regions.find(({ state }) => state === "rotating");
      const isWaiting = regions.some(({ state }) => state === "waiting");
      if (rotating !== undefined && !isWaiting)
        throw new MasterKeyError(
          `The rotation of region ${rotating.region} is in progress; see: admin master-key status`,
        );
      if (!isWaiting) await makeNewest(masterKeys);
      for (const cell of withData()) await cell.rotateKey(operator, waits);
      const after = await report();
      return isWaiting ? after : { ...after, madeKey: newest() };
    },
  };
}

async function makeNewest(masterKeys: MasterKeys): Promise<void> {
  const { add, source } = masterKeys;
  if (add !== null) return void (await add());
  const present = fingerprintKey(masterKeys.newest());
  throw new MasterKeyError(
    `${source} contains no newer key than the one in use (${present}). Create one (openssl rand -hex 32), put it before the present one, separated by a comma, in every process of the installation, and restart these one by one. Then run this command again.`,
  );
}

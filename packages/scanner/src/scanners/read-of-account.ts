import { findItems, readId } from "../baselines/read-items.ts";
import { splitWords } from "../surface/danger.ts";
import { lastWord } from "../surface/id-parameters.ts";
import { findItemPath } from "../surface/resources.ts";
import { showsSame } from "../traffic/compare-answers.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { isGranted, isRefused } from "../traffic/judge-answer.ts";
import type { Naming } from "./naming.types.ts";
import { objectReadable } from "./object-readable.ts";
import { showsRecord, toMissingItem } from "./probing.ts";
import { skipped, type Observation, type Probe } from "./scanner.types.ts";

/** What people usually show to each other, so that reading it proves nothing. */
const sharedWords = new Set(
  "articles badges books comments events followers following likes listings photos playlists posts products ratings repos repositories reviews stories videos".split(
    " ",
  ),
);

/** The ids of the records in a list; null for an answer that is no list. */
export function listIds({ json }: Exchange): readonly string[] | null {
  const items = findItems(json);
  const ids = items?.map((item) => readId(item, { variable: "id", noun: "" })) ?? null;
  return ids?.filter((id) => id !== null) ?? null;
}

/**
 * Reads what lies below the account of another identity, such as `/users/{userId}/orders`. Records
 * count that the reader's own answer omits.
 */
export async function readOfAccount(
  probe: Probe,
  { baseline: given, item, place, readOwn }: Naming,
  reader: string,
): Promise<readonly Observation[]> {
  const { draft, operation, identity } = given;
  const exchange = await fill(probe, given);
  const baseline = { ...given, exchange };
  const own = await readOwn(reader);
  const attack = await probe.send(draft, reader);
  if (!isGranted(attack)) return [];
  const isSeen = async (answer: Exchange): Promise<boolean> => {
    const canaries = listIds(exchange)?.filter((id) => own === null || !listIds(own)?.includes(id));
    if (canaries === undefined)
      return (
        (await showsRecord(probe, baseline, answer)) && (own === null || !showsSame(exchange, own))
      );
    const shown = listIds(answer) ?? [];
    return isGranted(answer) && canaries.some((id) => shown.includes(id));
  };
  if (!(await isSeen(attack))) return [];
  const isShared = splitWords(lastWord(operation.path)).some((word) => sharedWords.has(word));
  if (own === null || isShared) {
    const why = isShared ? "such records are often shown to everybody" : `${reader} has none`;
    const reason = `${reader} reads what belongs to ${identity}, but ${why}; an access rule decides it`;
    return [{ kind: "unconfirmed", guidance: objectReadable, place, reason }];
  }
  const nowhere = await probe.send(toMissingItem(draft, item, probe.word("item")), reader);
  if (await isSeen(nowhere)) return skipped("the target answers alike for ids that do not exist");
  const anonymous = await probe.send(draft, null);
  const second = await probe.send(draft, reader);
  return [
    {
      kind: "finding",
      guidance: objectReadable,
      place,
      description: `${reader} reads ${operation.id} with the id of ${identity}, and gets its records.`,
      proof: {
        controls: [
          { label: `What ${identity} reads`, exchange },
          { label: `What ${reader} reads with its own id`, exchange: own },
          { label: "An id that does not exist", exchange: nowhere },
          ...(isRefused(anonymous) ? [{ label: "Without a credential", exchange: anonymous }] : []),
        ],
        attacks: [
          { label: `${reader} reads with the id of ${identity}`, exchange: attack },
          { label: `${reader} reads again`, exchange: second },
        ],
      },
    },
  ];
}

/** The answer of the owner, who creates a record first where there is none and it may. */
async function fill(
  probe: Probe,
  { draft, exchange, operation, identity }: Naming["baseline"],
): Promise<Exchange> {
  const path = listIds(exchange)?.length === 0 ? findItemPath(probe.surface, operation) : null;
  const created = path === null ? null : await probe.createItem(path, identity);
  return created === null ? exchange : probe.send(draft, identity);
}

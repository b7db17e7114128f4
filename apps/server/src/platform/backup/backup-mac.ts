import { createHmac, timingSafeEqual } from "node:crypto";
import { createReadStream } from "node:fs";
import { Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { deriveKey, type MasterKey } from "../crypto/master-key.ts";

// The code is the extra field of a last, empty gzip member (RFC 1952 §2.3.1.1), so that `zcat` and
// every other reader of gzip still reads a backup. It covers every byte before that member.
const memberStart = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, 36, 0, 0x4c, 0x4b, 32, 0]);
const memberEnd = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
const macSize = 32;
const memberSize = memberStart.length + macSize + memberEnd.length;

const createMac = (key: MasterKey) => createHmac("sha256", deriveKey(key, "backup"));

/** Passes a compressed backup on and ends it with its code. */
export function appendMac(key: MasterKey): Transform {
  const mac = createMac(key);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      mac.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(null, Buffer.concat([memberStart, mac.digest(), memberEnd]));
    },
  });
}

/** Passes a compressed backup on without its code; fails at the end where the code is not the key's. */
export function checkMac(key: MasterKey): Transform {
  return splitMac((matches) => (matches(key) ? null : new MacError()), [key]);
}

/** Reads the whole file; gives the key whose code it carries, or null. */
export async function findSigningKey(
  file: string,
  keys: readonly MasterKey[],
): Promise<MasterKey | null> {
  let found: MasterKey | null = null;
  const check = splitMac((matches) => {
    found = keys.find(matches) ?? null;
    return null;
  }, keys);
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(createReadStream(file), check, sink);
  return found;
}

/** The file is not what was written under the key. */
export class MacError extends Error {}

type Matches = (key: MasterKey) => boolean;

function splitMac(
  decide: (matches: Matches) => Error | null,
  keys: readonly MasterKey[],
): Transform {
  const macs = new Map(keys.map((key) => [key, createMac(key)]));
  let held = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const all = Buffer.concat([held, chunk]);
      const passed = all.subarray(0, Math.max(0, all.length - memberSize));
      held = all.subarray(passed.length);
      for (const mac of macs.values()) mac.update(passed);
      done(null, passed);
    },
    flush(done) {
      const code = readMember(held);
      done(decide((key) => code !== null && equals(macs.get(key)?.digest(), code)));
    },
  });
}

function readMember(member: Buffer): Buffer | null {
  const [start, rest] = [
    member.subarray(0, memberStart.length),
    member.subarray(memberStart.length),
  ];
  const isMember = start.equals(memberStart) && rest.subarray(macSize).equals(memberEnd);
  return isMember ? rest.subarray(0, macSize) : null;
}

function equals(computed: Buffer | undefined, code: Buffer): boolean {
  return computed !== undefined && timingSafeEqual(computed, code);
}

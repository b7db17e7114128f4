import type { Check, DoctorTarget, Finding } from "./checks/check.types.ts";
import { dataFolderCheck } from "./checks/data-folder.check.ts";
import { databaseCheck } from "./checks/database.check.ts";
import { diskSpaceCheck } from "./checks/disk-space.check.ts";
import { masterKeyCheck } from "./checks/master-key.check.ts";
import { metricsPortCheck } from "./checks/metrics-port.check.ts";
import { regionKeyCheck } from "./checks/region-key.check.ts";
import { portCheck } from "./checks/port.check.ts";
import { portalPortCheck } from "./checks/portal-port.check.ts";
import { redisCheck } from "./checks/redis.check.ts";
import { settingsCheck } from "./checks/settings.check.ts";

/** Every check, in the order of importance for an operator. */
export const checks: readonly Check[] = [
  settingsCheck,
  dataFolderCheck,
  diskSpaceCheck,
  masterKeyCheck,
  portCheck,
  portalPortCheck,
  metricsPortCheck,
  databaseCheck,
  redisCheck,
  regionKeyCheck,
];

const marks: Readonly<Record<Finding["status"], string>> = {
  ok: "ok     ",
  warning: "warning",
  fault: "FAULT  ",
};

/** Checks an installation and says how to correct problems. Exits with 1 if there are any. */
export async function runDoctor(
  target: DoctorTarget,
  print: (text: string) => void,
): Promise<number> {
  let faults = 0;
  for (const check of checks) {
    for (const { status, text, fix } of await check.look(target)) {
      print(`${marks[status]} ${check.name}: ${text}\n`);
      if (fix !== undefined) print(`        ${fix}\n`);
      if (status === "fault") faults += 1;
    }
  }
  print(
    faults === 0
      ? "No problems were found.\n"
      : `${faults} ${faults === 1 ? "problem was" : "problems were"} found.\n`,
  );
  return faults === 0 ? 0 : 1;
}

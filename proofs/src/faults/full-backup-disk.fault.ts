import { readdir } from "node:fs/promises";
import path from "node:path";
import { runServerCommand } from "../scene/server-process.ts";
import { makeSmallDisk, whyNoSmallDisk } from "./full-disk.ts";
import { hold, type Fault } from "./fault.types.ts";
import { call, startTried } from "./tried-server.ts";

/** A backup is written to a disk that is too small, with and without a running server. */
export const fullBackupDisk: Fault = {
  name: "full-backup-disk",
  title: "the disk for a backup is full",
  skipReason: whyNoSmallDisk,
  async run() {
    const disk = await makeSmallDisk(1);
    const tried = await startTried({ organizations: 100 });
    const seen: string[] = [];
    try {
      await disk.fill();
      for (const way of ["while the server runs", "without a server"]) {
        if (way !== "while the server runs") await tried.server.end();
        const file = path.join(disk.path, "eu.backup");
        const { code, stdout, stderr } = await runServerCommand(
          ["admin", "backup", file],
          tried.settings,
        );
        hold(code === 1, `The backup ${way} ended with ${code}: ${stdout}${stderr}`);
        hold(
          /full|space/i.test(stderr) && stderr.includes(file),
          `The backup ${way} said only: ${stderr}`,
        );
        hold(!stderr.includes("    at "), `The backup ${way} ended with a stack: ${stderr}`);
        const left = (await readdir(disk.path)).filter((name) => !name.startsWith("filler"));
        hold(left.length === 0, `The backup ${way} left ${left.join(", ")}.`);
        const copies = (await readdir(tried.scratch.data)).filter((name) => name.includes("copy"));
        hold(
          copies.length === 0,
          `The backup ${way} left ${copies.join(", ")} in the data folder.`,
        );
        seen.push(`${way}: ${stderr.trim()}`);
        if (way !== "while the server runs") continue;
        const key = tried.organizations[0]?.keys.owner ?? "";
        const answer = await call(tried.server.url, key, "GET", "/api/me");
        hold(answer.status === 200, `A call after the failed backup is answered ${answer.status}.`);
      }
    } finally {
      await tried.close();
      await disk.remove();
    }
    return seen;
  },
};

import { spawn } from "node:child_process";
import process from "node:process";
import type { Environment } from "../command-line/command.types.ts";

interface Opener {
  readonly command: string;
  readonly args: readonly string[];
}

/** How long an opener may take to fail; afterwards it has probably become the browser. */
const patienceMs = 2000;

/** The command that opens an address; null where there is no browser, as on a server. */
export function findBrowser(env: Environment): Opener | null {
  const { BROWSER: chosen = "" } = env;
  if (chosen.trim() !== "") return { command: chosen, args: [] };
  if (env["SSH_CONNECTION"] !== undefined) return null;
  if (process.platform === "darwin") return { command: "open", args: [] };
  if (process.platform === "win32")
    return { command: "rundll32", args: ["url.dll,FileProtocolHandler"] };
  const hasDisplay = (env["DISPLAY"] ?? "") !== "" || (env["WAYLAND_DISPLAY"] ?? "") !== "";
  return hasDisplay ? { command: "xdg-open", args: [] } : null;
}

/** Whether the address was probably opened. */
export function openBrowser({ command, args }: Opener, url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { detached: true, stdio: "ignore" });
    const timer = setTimeout(() => resolve(true), patienceMs);
    const end = (hasOpened: boolean): void => {
      clearTimeout(timer);
      resolve(hasOpened);
    };
    child.once("error", () => end(false));
    child.once("exit", (code) => end(code === 0));
    child.unref();
  });
}

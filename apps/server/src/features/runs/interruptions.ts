/** The messages of runs that neither their tests nor their callers ended. */
export const interruptions = {
  stopped: "The server was stopped during the run. Start it again.",
  interrupted: "The run was interrupted: the server that ran it stopped. Start it again.",
  changed: "The server was upgraded before the run began, and plans it otherwise. Start it again.",
} as const;

const messages: ReadonlySet<string> = new Set(Object.values(interruptions));

export function isInterruption(message: string | null): boolean {
  return message !== null && messages.has(message);
}

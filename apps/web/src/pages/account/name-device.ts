const names: Readonly<Record<string, string>> = {
  Edg: "Edge",
  OPR: "Opera",
  "Mac OS X": "macOS",
};

/** The browser and the system that a `User-Agent` names; its beginning where neither is known. */
export function nameDevice(agent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(agent)?.[1];
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(agent)?.[1];
  const known = [browser, system].filter((part) => part !== undefined);
  if (known.length === 0) return agent.slice(0, 40) || "Unknown device";
  return known.map((part) => names[part] ?? part).join(" on ");
}

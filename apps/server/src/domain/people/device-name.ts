/** The browser and the system that a `User-Agent` names, as far as it is known. */
export function nameDevice(device: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(device)?.[1];
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(device)?.[1];
  const parts = [browser, system].flatMap((part) =>
    part === undefined ? [] : (names[part] ?? part),
  );
  return parts.length === 0 ? device.slice(0, 40) || "Unknown device" : parts.join(" on ");
}

const names: Readonly<Record<string, string>> = {
  Edg: "Edge",
  OPR: "Opera",
  "Mac OS X": "macOS",
};

/** The network of an address: the first three numbers of IPv4, the first four groups of IPv6. */
export function nameNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (mapped.includes(".")) return mapped.replace(/\.\d+$/, ".x");
  if (!mapped.includes(":")) return "unknown";
  const [head = "", tail = ""] = mapped.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === "" ? [] : tail.split(":");
  const missing = mapped.includes("::") ? 8 - before.length - after.length : 0;
  const groups = [...before, ...Array.from({ length: missing }, () => "0"), ...after];
  return `${groups.slice(0, 4).join(":")}::`;
}

/** An instant as people read it. */
export const nameTime = (instant: Date) =>
  `${instant.toISOString().slice(0, 16).replace("T", " ")} UTC`;

const tones = { 2: "good", 3: "info", 4: "warn", 5: "bad" } as const;

/** The class of a status of HTTP in `styles/tones.module.css`: always shown with its number. */
export function toneOfStatus(status: string | number): "good" | "info" | "warn" | "bad" {
  return tones[String(status)[0] as unknown as keyof typeof tones] ?? "info";
}

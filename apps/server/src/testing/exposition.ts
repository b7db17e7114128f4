/** One sample of Prometheus' text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const label = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/gy;

/** Reads the text format 0.0.4, and refuses what a Prometheus server would refuse. */
export function readExposition(text: string): Sample[] {
  if (!text.endsWith("\n")) throw new Error("The last line has no end.");
  const typed = new Set<string>();
  const seen = new Set<string>();
  return text.split("\n").flatMap((row) => {
    const type = /^# TYPE (\S+) (?:counter|gauge|histogram)$/.exec(row)?.[1];
    if (type !== undefined) {
      if (typed.has(type)) throw new Error(`${type} has two types.`);
      typed.add(type);
    }
    if (row === "" || row.startsWith("# ")) return [];
    const sample = readSample(row);
    const family = sample.name.replace(/_(?:bucket|sum|count)$/, "");
    if (!typed.has(sample.name) && !typed.has(family)) throw new Error(`No type: ${row}`);
    const series = row.slice(0, row.lastIndexOf(" "));
    if (seen.has(series)) throw new Error(`Twice: ${series}`);
    seen.add(series);
    return [sample];
  });
}

function readSample(row: string): Sample {
  const [, name = "", written = "", number = ""] = line.exec(row) ?? [];
  const labels = [...written.matchAll(label)];
  const read = labels.reduce((length, [all]) => length + all.length, 0);
  const value = number === "+Inf" ? Infinity : Number(number);
  if (name === "" || read !== written.length || Number.isNaN(value))
    throw new Error(`Not readable: ${row}`);
  return { name, value, labels: Object.fromEntries(labels.map(([, key, of]) => [key, of])) };
}

/** The sum of the samples with the name and all of the labels, or null if there are none. */
export function sumOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | null {
  const found = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0);
}

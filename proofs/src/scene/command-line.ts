import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

/** The options of every proof, in addition to its own. */
export interface Asked<Values> {
  readonly isShort: boolean;
  readonly values: Values;
}

/** Reads the command line. For --help or an error, it prints the text and ends the process. */
export function readCommandLine<const Options extends ParseArgsOptionsConfig>(
  help: string,
  options: Options,
): Asked<Readonly<Partial<Record<keyof Options, string | boolean>>>> {
  try {
    const common = { help: { type: "boolean", short: "h" }, short: { type: "boolean" } } as const;
    const parsed = parseArgs({ options: { ...options, ...common } });
    const values = parsed.values as Readonly<Record<string, unknown>>;
    if (values["help"] === true) {
      process.stdout.write(help);
      return process.exit(0);
    }
    return { isShort: values["short"] === true, values: values as never };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    return process.exit(2);
  }
}

/** A whole number of the command line, or the default. */
export function readCount(value: string | boolean | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (typeof value === "string" && /^-?\d+$/.test(value)) return Number(value);
  process.stderr.write(`"${String(value)}" is not a whole number.\n`);
  return process.exit(2);
}

import { readFileSync } from "node:fs";
import { ConfigError } from "./config-error.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings with a secret: each may instead name a file that contains it. */
const secretSettings = [
  "LINTEL_MASTER_KEY",
  "LINTEL_HOP_SECRET",
  "LINTEL_DATABASE_EU",
  "LINTEL_DATABASE_US",
  "LINTEL_REDIS_EU",
  "LINTEL_REDIS_US",
];

/**
 * Replaces every `…_FILE` setting by the content of its file, without surrounding white space.
 * Orchestrators deliver secrets as files, because others can read the environment of a process.
 *
 * @throws ConfigError if a file cannot be read, is empty, or the value itself is also set.
 */
export function readSecretFiles(environment: Environment): Environment {
  const read = secretSettings.flatMap((name): [string, string][] => {
    const file = environment[`${name}_FILE`];
    if (file === undefined) return [];
    if (file === "") {
      // Elsewhere an empty setting counts as missing; here another key would be created instead.
      if (name === "LINTEL_MASTER_KEY")
        throw new ConfigError(`${name}_FILE is empty; name the file, or unset it.`);
      return [];
    }
    if ((environment[name] ?? "") !== "")
      throw new ConfigError(`${name} and ${name}_FILE exclude each other; set one of them.`);
    return [[name, readSecret(`${name}_FILE`, file)]];
  });
  return read.length === 0 ? environment : { ...environment, ...Object.fromEntries(read) };
}

function readSecret(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new ConfigError(
      `${name} names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}); correct the path, or let this user read it.`,
      { cause: error },
    );
  }
  if (text === "") throw new ConfigError(`${name} names ${file}, which is empty.`);
  return text;
}

import { DockerfileParser, type From, type Instruction } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { isPinned } from "./is-pinned.ts";

export interface DockerfileFacts {
  readonly text: string;
  /** The version of Node that the project is tested with. */
  readonly nodeVersion: string;
  readonly knownSettings: ReadonlySet<string>;
}

/** The errors of the Dockerfile, one per line, by a linter and by rules of the project. */
export function checkDockerfile({ text, nodeVersion, knownSettings }: DockerfileFacts): string[] {
  const linted = validate(text).map(
    ({ range, message }) => `line ${range.start.line + 1}: ${message as string}`,
  );
  const file = DockerfileParser.parse(text);
  const instructions = file.getInstructions();
  const froms = file.getFROMs();
  const last = froms.at(-1)?.getRange().start.line ?? 0;
  const final = instructions.filter((instruction) => instruction.getRange().start.line > last);
  return [
    ...linted,
    ...checkImages(froms, nodeVersion),
    ...checkFinalStage(final),
    ...instructions.flatMap(checkRun),
    ...file
      .getENVs()
      .flatMap((env) => env.getProperties())
      .map((property) => property.getName())
      .filter((name) => name.startsWith("LINTEL_") && !knownSettings.has(name))
      .map((name) => `the server knows no setting ${name}`),
  ];
}

function checkImages(froms: readonly From[], nodeVersion: string): string[] {
  const stages = new Set(froms.map((from) => from.getBuildStage()));
  const images = froms.map((from) => from.getImage() ?? "").filter((image) => !stages.has(image));
  const loose = images.filter((image) => !isPinned(image));
  const others = images.filter((image) => !image.startsWith(`node:${nodeVersion}-`));
  return [
    ...loose.map((image) => `${image} is not pinned to a version`),
    ...others.map((image) => `${image} is not Node ${nodeVersion}, which package.json brings`),
  ];
}

function checkFinalStage(final: readonly Instruction[]): string[] {
  const find = (keyword: string) => final.findLast((one) => one.getKeyword() === keyword);
  const missing = ["USER", "HEALTHCHECK", "STOPSIGNAL", "VOLUME", "ENTRYPOINT", "LABEL"].filter(
    (keyword) => find(keyword) === undefined,
  );
  const user = find("USER")?.getArgumentsContent() ?? "1";
  const commands = ["ENTRYPOINT", "CMD"].map((keyword) => find(keyword)?.getArgumentsContent());
  return [
    ...missing.map((keyword) => `the final stage has no ${keyword}`),
    ...(/^[1-9]\d*(:[1-9]\d*)?$/.test(user) ? [] : [`USER ${user} is not a number above 0`]),
    // A shell in between would not forward SIGTERM.
    ...commands
      .filter((command) => command !== undefined && command?.startsWith("[") === false)
      .map((command) => `${command} is not in JSON form`),
  ];
}

function checkRun(instruction: Instruction): string[] {
  if (instruction.getKeyword() !== "RUN") return [];
  const absolute = (instruction.getArgumentsContent() ?? "")
    .split(/\s+/)
    .filter((word) => word.startsWith("/"));
  return absolute.map((word) => `RUN names ${word}: a replay would touch this machine's`);
}

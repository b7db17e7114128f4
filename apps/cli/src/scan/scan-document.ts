import { randomInt } from "node:crypto";
import process from "node:process";
import { severities } from "@lintel/contract/words/security";
import type { ScanResult } from "@lintel/scanner/scan.types";
import type { Invocation } from "../command-line/command.types.ts";
import { readHarSource, readSource } from "../documents/document-source.ts";
import { refuseDocument } from "../documents/explain-document.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { Failure, usageFailure } from "../outcome/failure.ts";
import { createTerminal, type Terminal } from "../output/terminal.ts";
import { writeWhole } from "../output/write-whole.ts";
import manifest from "../../package.json" with { type: "json" };
import type { LocalScan } from "./engine.ts";
import { loadEngine, type Engine } from "./load-engine.ts";
import { checkNames, readConfig } from "./read-config.ts";
import { readIgnoreFile } from "./read-ignore-file.ts";
import { readIdentities } from "./read-identity.ts";
import { renderIgnored } from "./render-ignored.ts";
import { renderPlan, renderResult } from "./render-scan.ts";
import { readScanChoices, type ScanChoices } from "./scan-choices.ts";

/** Scans an API that answers at an address, as its document describes it. No service is needed. */
export async function scanDocument(invocation: Invocation): Promise<Exit> {
  const { options, env } = invocation;
  const engine = await loadEngine();
  if (options.isSet("scanners")) {
    createTerminal({ env }).say(
      engine
        .listScanners()
        .map((row) => row.join("  "))
        .join("\n"),
    );
    return "passed";
  }
  const choices = readScanChoices(options, engine);
  const hasDocument = options.isSet("json") || choices.reports.some(({ file }) => file === "-");
  const terminal = createTerminal({ env, hasDocument });
  const stop = new AbortController();
  const local = await prepare(invocation, engine, terminal, stop.signal);
  if (choices.isPlan) {
    for (const line of renderPlan(engine.plan(local), local.requestsPerSecond)) terminal.say(line);
    return "passed";
  }
  const ignores = readIgnoreFile(options.text("ignore-file"), engine);
  const cancel = () => stop.abort();
  process.once("SIGINT", cancel).once("SIGTERM", cancel);
  const whole = await engine.scan(local).catch((error: unknown) => {
    throw explainListener(error);
  });
  const today = new Date().toISOString().slice(0, 10);
  const { result, ...filtered } = engine.ignore(whole, ignores, today);
  terminal.showLive("");
  const gap = engine.describeGap(whole);
  for (const line of renderResult(result, gap, terminal.paint, choices.isVerbose))
    terminal.say(line);
  for (const line of renderIgnored(filtered)) terminal.note(line);
  writeReports(engine, result, local, choices, terminal, options.isSet("json"));
  return chooseExit(result, gap, choices);
}

/** The port of the listener can be in use, or need rights that the user does not have. */
function explainListener(error: unknown): unknown {
  const isListening = error instanceof Error && "syscall" in error && error.syscall === "listen";
  if (!isListening) return error;
  return usageFailure(
    `The listener cannot be opened: ${error.message}.`,
    "Name a free port of this machine: --listener http://192.0.2.7:8099.",
  );
}

function readListener(text: string | null): URL | null {
  const url = text === null ? null : URL.parse(text);
  if (text === null || url?.protocol === "http:") return url;
  throw usageFailure(
    `--listener cannot be "${text}".`,
    "Write the http address of a port of this machine: --listener http://192.0.2.7:8099.",
  );
}

async function prepare(
  { options, operands, env }: Invocation,
  engine: Engine,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<LocalScan> {
  const source = await readSource(operands[0] ?? "");
  const config = await readConfig(options.text("config"), engine, env);
  const har = options.text("har") ?? null;
  const read = engine.readOperations(source.text, {
    dangerWords: options.all("danger-word"),
    scope: config.scope,
    har: har === null ? null : await readHarSource(har),
    url: options.text("url") ?? null,
  });
  if ("problem" in read)
    throw usageFailure(`--har ${har ?? ""}: ${read.problem}`, "Save it in the browser as HAR 1.2.");
  if (!("surface" in read)) throw refuseDocument(read, source.name);
  const scannerIds = options.all("scanner");
  checkScanners(scannerIds, engine);
  checkAllowed(options.all("allow"), read.surface);
  const identities = readIdentities(options, env, config.identities);
  checkNames(config, read.surface, identities);
  return {
    surface: read.surface,
    baseUrl: readBaseUrl(options.text("url") ?? read.server),
    identities,
    flows: config.flows,
    accessRules: config.accessRules,
    scannerIds: scannerIds.length === 0 ? undefined : scannerIds,
    timeBudget: options.number("budget") ?? 600,
    requestsPerSecond: options.number("rate") ?? 10,
    isDisposable: options.isSet("disposable"),
    allowedOperations: options.all("allow"),
    seed: options.number("seed") ?? randomInt(1, 1_000_000),
    listenerUrl: readListener(options.text("listener") ?? null),
    signal,
    onProgress({ checksDone, checksTotal, operation, findings }) {
      if (terminal.isLive)
        terminal.showLive(`${checksDone}/${checksTotal} ${operation} ${findings.length} found`);
    },
  };
}

function checkScanners(given: readonly string[], engine: Engine): void {
  const known = new Set(engine.listScanners().map(([id]) => id));
  const unknown = given.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw usageFailure(`There is no scanner "${unknown}".`, "`lintel scan --scanners` lists them.");
}

function checkAllowed(allowed: readonly string[], { operations }: LocalScan["surface"]): void {
  const unknown = allowed.find((name) =>
    operations.every(({ id, operationId }) => name !== id && name !== operationId),
  );
  if (unknown !== undefined)
    throw usageFailure(
      `--allow names "${unknown}", which is not in the document or out of scope.`,
      "Write it as the document does, such as POST /orders, or its operation id.",
    );
}

function readBaseUrl(text: string | null): string {
  const url = text === null ? null : URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
  throw usageFailure(
    text === null ? "The address of the API is missing." : `"${text}" is no address.`,
    "Name it: --url http://127.0.0.1:3000.",
  );
}

function writeReports(
  engine: Engine,
  result: ScanResult,
  { surface, baseUrl }: LocalScan,
  { reports }: ScanChoices,
  terminal: Terminal,
  isJson: boolean,
): void {
  const writtenAt = new Date().toISOString();
  const context = { title: surface.title, baseUrl, version: manifest.version, writtenAt };
  for (const { format, file } of [...(isJson ? [{ format: "json", file: "-" }] : []), ...reports]) {
    const text = engine.writeReport(format, result, context) ?? "";
    if (file === "-") terminal.print(text);
    else writeWhole(file, text);
  }
}

/** @throws Failure if the scan failed */
function chooseExit(
  { status, errorMessage, findings, coverage }: ScanResult,
  gap: string | null,
  { failOn, minCoverage }: ScanChoices,
): Exit {
  if (status === "failed")
    throw new Failure({
      exit: "incomplete",
      code: "SCAN_FAILED",
      what: `The scan failed: ${errorMessage ?? "the target is gone"}`,
      fix: "Check that the API answers at --url, and that the identities can sign in.",
    });
  const worst = failOn === "never" ? [] : severities.slice(0, severities.indexOf(failOn) + 1);
  if (findings.some(({ guidance }) => worst.includes(guidance.severity))) return "failed";
  return gap !== null || coverage < minCoverage ? "incomplete" : "passed";
}

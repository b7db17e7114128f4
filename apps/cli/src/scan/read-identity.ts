import type { Authentication, Identity } from "@lintel/scanner/identity.types";
import type { Environment } from "../command-line/command.types.ts";
import type { OptionValues } from "../command-line/option.types.ts";
import { usageFailure, type Failure } from "../outcome/failure.ts";
import { readCertificate } from "./read-certificate.ts";

const forms =
  "NAME=bearer:TOKEN, NAME=basic:USER:PASSWORD, NAME=header:NAME:VALUE, NAME=query:NAME:VALUE, NAME=cookie:NAME:VALUE, NAME=client:PATH:ID:SECRET, NAME=login:PATH:JSON, NAME=form:PATH:JSON or NAME=certificate:FILE:KEY_FILE";

const refuse = (text: string, why: string): Failure =>
  usageFailure(
    `--identity "${text.slice(0, text.indexOf("=") + 1)}…" cannot be used: ${why}.`,
    `Write ${forms}.`,
  );

/**
 * The identities of a scan, with the ranks of `--rank`.
 *
 * @param configured - those of a file, which come first
 * @throws Failure
 */
export function readIdentities(
  options: OptionValues,
  env: Environment,
  configured: readonly Identity[] = [],
): Identity[] {
  const ranks = new Map(options.all("rank").map(readRank));
  const given = options.all("identity").map((text) => readIdentity(text, ranks, env));
  const identities = [
    ...configured.map((one) => ({ ...one, rank: ranks.get(one.name) ?? one.rank })),
    ...given,
  ];
  const names = identities.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw usageFailure(`There are two identities named ${twice}.`, "Give each its own name.");
  const unknown = [...ranks.keys()].find((name) => !names.includes(name));
  if (unknown === undefined) return identities.map(readCertificate);
  throw usageFailure(`--rank names ${unknown}, which is no identity.`, "Add it with --identity.");
}

function readRank(text: string): [name: string, rank: number] {
  const [, name = "", rank = ""] = /^([^=]+)=(\d{1,3})$/.exec(text) ?? [];
  if (name !== "") return [name, Number(rank)];
  throw usageFailure(
    `--rank cannot be "${text}".`,
    "Write the identity and a whole number: --rank admin=9. Others have rank 1.",
  );
}

function readIdentity(
  text: string,
  ranks: ReadonlyMap<string, number>,
  env: Environment,
): Identity {
  const [, name = "", type = "", given = ""] = /^([\w.-]{1,64})=(\w+):([^]+)$/.exec(text) ?? [];
  if (name === "") throw refuse(text, "it has another form");
  const auth = readAuthentication(text, type, readSecret(given, env));
  return { name, role: null, rank: ranks.get(name) ?? 1, auth };
}

/** `env:NAME` is the value of a variable, which unlike an argument no other user can list. */
export function readSecret(given: string, env: Environment): string {
  if (!given.startsWith("env:")) return given;
  const value = env[given.slice(4)];
  if (value !== undefined && value !== "") return value;
  throw usageFailure(`The variable ${given.slice(4)} is not set.`, "Set it, or write the value.");
}

/** Splits at the first colons: the last part keeps its own. */
function split(text: string, value: string, parts: number): string[] {
  const found = value.split(":");
  if (found.length < parts) throw refuse(text, `it needs ${parts} parts`);
  return [...found.slice(0, parts - 1), found.slice(parts - 1).join(":")];
}

function readAuthentication(text: string, type: string, value: string): Authentication {
  switch (type) {
    case "bearer":
      return { type, token: value };
    case "basic": {
      const [username = "", password = ""] = split(text, value, 2);
      return { type, username, password };
    }
    case "header":
    case "query":
    case "cookie": {
      const [name = "", secret = ""] = split(text, value, 2);
      return { type: "key", in: type, name, value: secret };
    }
    case "client": {
      const [tokenPath = "", clientId = "", clientSecret = ""] = split(text, value, 3);
      return { type: "clientCredentials", tokenPath, clientId, clientSecret };
    }
    case "login": {
      const [path = "", json = ""] = split(text, value, 2);
      return { type, path, body: readBody(text, json) };
    }
    case "form": {
      const [path = "", json = ""] = split(text, value, 2);
      const fields = Object.entries(readBody(text, json));
      return { type, path, fields: Object.fromEntries(fields.map(([n, v]) => [n, String(v)])) };
    }
    case "certificate": {
      const [certificate = "", key = ""] = split(text, value, 2);
      return { type: "clientCertificate", certificate, key };
    }
    default:
      throw refuse(text, `"${type}" is no way to sign in`);
  }
}

function readBody(text: string, json: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(json);
    if (typeof body === "object" && body !== null) return body as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  throw refuse(text, "the body is no JSON object");
}

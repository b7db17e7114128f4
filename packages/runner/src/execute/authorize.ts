import type { HeaderField } from "@lintel/egress/hop";
import type { CompiledAuth, CompiledRequest } from "../plan/plan.types.ts";
import { fetchToken } from "./fetch-token.ts";
import { checkHeaders, type RenderedAuth } from "./render-request.ts";
import type { Run } from "./run-state.ts";

/**
 * The run's own credential is sent to the environment's origins; other origins get the case's own.
 */
export function chooseAuth(
  run: Run,
  request: CompiledRequest,
  origins: readonly string[],
): CompiledAuth | null {
  const { authOverride, auth } = request;
  const { environment } = run.plan;
  const isOwn = environment === null || origins.every((one) => environment.ownOrigins.has(one));
  return authOverride !== null && isOwn ? authOverride : auth;
}

type Fields = RenderedAuth["fields"];
type Writer = (
  run: Run,
  fields: Fields,
  signal: AbortSignal,
) => Promise<HeaderField> | HeaderField | null;

const read = (fields: Fields, name: string) => fields[name] ?? "";

function writeBasic(run: Run, fields: Fields): HeaderField {
  const password = read(fields, "password");
  const pair = Buffer.from(`${read(fields, "username")}:${password}`).toString("base64");
  run.masker.learnPassing(password);
  run.masker.learnPassing(pair);
  return ["authorization", `Basic ${pair}`];
}

function writeBearer(run: Run, fields: Fields): HeaderField {
  const token = read(fields, "token");
  run.masker.learnPassing(token);
  return ["authorization", `Bearer ${token}`];
}

/** A key in the query is already part of the address. */
function writeApiKey(run: Run, fields: Fields): HeaderField | null {
  const value = read(fields, "value");
  run.masker.learnPassing(value);
  return read(fields, "in") === "header" ? [read(fields, "name"), value] : null;
}

async function writeOAuth(run: Run, fields: Fields, signal: AbortSignal): Promise<HeaderField> {
  const clientSecret = read(fields, "clientSecret");
  run.masker.learnPassing(clientSecret);
  const client = { clientId: read(fields, "clientId"), clientSecret, scope: fields["scope"] };
  return ["authorization", `Bearer ${await fetchToken(run, client, signal)}`];
}

const writers: Record<RenderedAuth["type"], Writer> = {
  none: () => null,
  basic: writeBasic,
  bearer: writeBearer,
  apiKey: writeApiKey,
  oauth2: writeOAuth,
};

/**
 * The headers of a request with its credential, which replaces a header with the same name.
 * @throws RequestError or EgressError if no token can be fetched.
 */
export async function authorize(
  run: Run,
  auth: RenderedAuth,
  headers: readonly HeaderField[],
  signal: AbortSignal,
): Promise<readonly HeaderField[]> {
  const header = await writers[auth.type](run, auth.fields, signal);
  if (header === null) return headers;
  checkHeaders([header]);
  const name = header[0].toLowerCase();
  return [...headers.filter((field) => field[0].toLowerCase() !== name), header];
}

import { isList, isObject } from "@lintel/json/value";
import { isCredentialName } from "@lintel/masking/credential-names";
import { readVariables } from "../baselines/make-request.ts";
import { matchesTemplate } from "../surface/match-path.ts";
import type { Operation, Parameter, Surface } from "../surface/surface.types.ts";
import type { RecordedRequest } from "./recorded.types.ts";

/**
 * A surface whose examples are the values of requests that were recorded, instead of those of the
 * document. Credentials, headers and cookies are not taken over. Of several requests of one operation
 * the first one counts.
 */
export function useRecorded(surface: Surface, recorded: readonly RecordedRequest[]): Surface {
  const first = new Map<string, RecordedRequest>();
  for (const request of recorded) {
    const operation = findOperation(surface, request);
    if (operation !== null && !first.has(operation.id)) first.set(operation.id, request);
  }
  const operations = surface.operations.map((operation) => {
    const request = first.get(operation.id);
    return request === undefined ? operation : withExamples(operation, request);
  });
  return { ...surface, operations };
}

/** `/reviews/new` before `/reviews/{reviewId}`. */
const findOperation = (
  { operations }: Surface,
  { method, path }: RecordedRequest,
): Operation | null =>
  operations
    .filter((one) => one.method === method && matchesTemplate(one.path, path))
    .toSorted((left, right) => left.path.split("{").length - right.path.split("{").length)[0] ??
  null;

function withExamples(operation: Operation, { path, query, body }: RecordedRequest): Operation {
  const variables = new Map(
    readVariables(operation.path, path).map(({ variable, value }) => [variable, value]),
  );
  const fields = new Map(query);
  const exampleOf = ({ in: place, name }: Parameter): string | undefined =>
    place === "path" ? variables.get(name) : place === "query" ? fields.get(name) : undefined;
  return {
    ...operation,
    parameters: operation.parameters.map((parameter) => {
      const example = isCredentialName(parameter.name) ? undefined : exampleOf(parameter);
      return example === undefined ? parameter : { ...parameter, example };
    }),
    body:
      operation.body === null || body === undefined || namesCredential(body)
        ? operation.body
        : { ...operation.body, example: body },
  };
}

/** A body with a password is that of a person, and nothing for a scan. */
function namesCredential(value: unknown): boolean {
  if (isList(value)) return value.some(namesCredential);
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([name, member]) => isCredentialName(name) || namesCredential(member),
  );
}

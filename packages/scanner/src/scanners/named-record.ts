import type { Bound, WorkingBaseline } from "../baselines/baseline.types.ts";
import { withItem } from "../baselines/create-baselines.ts";
import { makeRequest } from "../baselines/make-request.ts";
import type { FindingPlace } from "../findings/finding.types.ts";
import { listIdParameters } from "../surface/id-parameters.ts";
import { cutAfter, findPathOfParameter, listVariables } from "../surface/resources.ts";
import type { Operation, Surface } from "../surface/surface.types.ts";
import type { RequestDraft } from "../traffic/exchange.types.ts";

/** The items that an operation changes, and where it names them. */
export function findNamed(
  surface: Surface,
  operation: Operation,
): { readonly itemPath: string | null; readonly place: FindingPlace } {
  const { path } = operation;
  const [parameter] = path.endsWith("}") ? [] : listIdParameters(operation);
  if (parameter !== undefined)
    return {
      itemPath: findPathOfParameter(surface, operation, parameter),
      place: { location: "query", name: parameter.name },
    };
  const variable = listVariables(path).at(-1) ?? "";
  return { itemPath: cutAfter(path, variable), place: { location: "path", name: variable } };
}

/** A request without a body that names a record, which another operation reads. */
export function nameRecord(
  surface: Surface,
  operation: Operation,
  { bound }: Pick<WorkingBaseline, "bound">,
  item: Bound,
): RequestDraft {
  const draft = makeRequest(surface, operation, bound, {}, 0);
  return { ...withItem({ operation, draft, bound }, item), body: null };
}

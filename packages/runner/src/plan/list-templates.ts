import type { CompiledPlace } from "../assertions/bind-place.ts";
import type { CompiledAssertion } from "../assertions/compile-assertion.ts";
import type { Template } from "../template/template.types.ts";
import type { PlannedCase } from "./plan.types.ts";

/** A template of a case and its location. */
export interface PlacedTemplate {
  /** Below the case, for example `request.url`. */
  readonly field: string;
  readonly template: Template;
  /** Whether it is part of the request, the only place for secrets. */
  readonly isInRequest: boolean;
  /** Whether the name of `foreach` is known here. */
  readonly isInLoop: boolean;
  /** Whether its name may have no value, because the condition checks that. */
  readonly mayLack: boolean;
}

function listRequestTemplates({ request }: PlannedCase): PlacedTemplate[] {
  const parts: [string, Template | undefined][] = [
    ["url", request.url],
    ["headers", request.headers],
    ["query", request.query],
    ["body", request.body?.content],
    ["auth", request.auth?.fields],
  ];
  return parts.flatMap(([field, template]) =>
    template === undefined
      ? []
      : [
          {
            field: `request.${field}`,
            template,
            isInRequest: true,
            isInLoop: true,
            mayLack: false,
          },
        ],
  );
}

const outside = (field: string, template: Template, isInLoop = true): PlacedTemplate => ({
  field,
  template,
  isInRequest: false,
  isInLoop,
  mayLack: false,
});

/**
 * As at run time: for a text that is only `{{name}}`, the condition may check whether it has a
 * value.
 */
function listConditionTemplates({ when }: PlannedCase): PlacedTemplate[] {
  if (when === null) return [];
  const mayLack = when.operator.isAboutPresence === true && when.value.kind === "reference";
  return [
    { ...outside("when.value", when.value, false), mayLack },
    outside("when.expected", when.expected, false),
  ];
}

function listPlaceTemplates(place: CompiledPlace, field: string, name: "name" | "header") {
  return [outside(`${field}.${name}`, place.name), outside(`${field}.path`, place.path)];
}

function listAssertionTemplates(assertion: CompiledAssertion, field: string): PlacedTemplate[] {
  const expected = outside(`${field}.expected`, assertion.expected);
  return [...listPlaceTemplates(assertion.place, field, "name"), expected];
}

/** Every template of a case, in the order of rendering. */
export function listTemplates(planned: PlannedCase): PlacedTemplate[] {
  const { foreach, assertions, retry, extractions } = planned;
  return [
    ...listConditionTemplates(planned),
    ...(foreach === null ? [] : [outside("foreach.items", foreach.items, false)]),
    ...listRequestTemplates(planned),
    ...assertions.flatMap((one, at) => listAssertionTemplates(one, `assertions[${at}]`)),
    ...(retry?.until ?? []).flatMap((one, at) => listAssertionTemplates(one, `retry.until[${at}]`)),
    ...extractions.flatMap(({ place }, at) =>
      listPlaceTemplates(place, `extractions[${at}]`, "header"),
    ),
  ];
}

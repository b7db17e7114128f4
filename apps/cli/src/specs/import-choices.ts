import type { OptionValues } from "../command-line/option.types.ts";
import { usageFailure } from "../outcome/failure.ts";

export interface ImportChoices {
  /** The specification to merge into; null for a new one. */
  readonly spec: string | null;
  readonly name: string | null;
  readonly version: string | null;
  readonly prefer: "mine" | "theirs";
  readonly isPreview: boolean;
  readonly fetchesReferences: boolean;
  readonly isAgreed: boolean;
  readonly isJson: boolean;
  readonly showsAll: boolean;
}

/** @throws Failure if options contradict each other. */
export function readImportChoices(options: OptionValues): ImportChoices {
  const spec = options.text("spec") ?? null;
  if (spec === null && options.isSet("prefer")) {
    throw usageFailure(
      "--prefer resolves conflicts of a merge, but nothing is merged.",
      "Add --spec NAME to merge into a specification, or omit --prefer.",
    );
  }
  if (spec !== null && options.isSet("name")) {
    throw usageFailure(
      "--name is for a new specification; --spec names an existing one.",
      "Give one of the two.",
    );
  }
  return {
    spec,
    name: options.text("name") ?? null,
    version: options.text("new-version") ?? null,
    prefer: options.text("prefer") === "theirs" ? "theirs" : "mine",
    isPreview: options.isSet("preview"),
    fetchesReferences: options.isSet("fetch-references"),
    isAgreed: options.isSet("yes"),
    isJson: options.isSet("json"),
    showsAll: options.isSet("all-warnings"),
  };
}

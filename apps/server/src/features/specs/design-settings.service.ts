import type { InputOf } from "@lintel/contract/operation";
import type {
  DesignSettings,
  updateDesignSettings,
} from "@lintel/contract/operations/design-settings";
import type { SeveritySetting } from "@lintel/compare/model/rule.types";
import { checkSeverities, UnknownRuleError } from "@lintel/compare/rules/check-severities";
import { ruleTable } from "@lintel/compare/rules/rule-table";
import { noOptions, type LintRules } from "@lintel/openapi/lint-options";
import {
  checkCustomRules,
  checkLintRules,
  listLintRules,
  RuleSettingsError,
} from "@lintel/openapi/lint-rules";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { conflict, invalid } from "../../platform/problem.ts";
import { saveSettings, selectSettings, type StoredSettings } from "./design-settings.store.ts";

type Rules = InputOf<typeof updateDesignSettings>;

const unset: StoredSettings = { lintRules: {}, compareRules: {}, lintOptions: {}, rowVersion: "0" };

export async function readSettings(context: OrganizationContext): Promise<DesignSettings> {
  return toSettings((await selectSettings(context.db, context.organizationId)) ?? unset);
}

/** The severities that an organization has set, for the checks of documents. */
export async function readRules({
  db,
  organizationId,
}: Pick<OrganizationContext, "db" | "organizationId">) {
  const { lintRules, compareRules, lintOptions } =
    (await selectSettings(db, organizationId)) ?? unset;
  return {
    lintRules: lintRules as LintRules,
    lintOptions: { ...noOptions, ...lintOptions },
    compareRules: compareRules as Readonly<Record<string, SeveritySetting>>,
  };
}

export async function changeSettings(
  context: OrganizationContext,
  input: Rules,
): Promise<DesignSettings> {
  await checkRules(input);
  const { lintRules, compareRules, customLintRules, mediaTypeRules, rowVersion } = input;
  const { db, organizationId, now } = context;
  const before = (await selectSettings(db, organizationId)) ?? unset;
  if (rowVersion !== undefined && decodeRowVersion(rowVersion) !== before.rowVersion) {
    throw conflict(encodeRowVersion(before.rowVersion));
  }
  const wanted = {
    lintRules: lintRules ?? before.lintRules,
    compareRules: compareRules ?? before.compareRules,
    lintOptions: {
      ...before.lintOptions,
      ...(customLintRules === undefined ? {} : { custom: customLintRules }),
      ...(mediaTypeRules === undefined ? {} : { mediaTypes: mediaTypeRules }),
    },
  };
  const saved = await saveSettings(db, organizationId, wanted, { ...before, now });
  if (saved === undefined) {
    const current = (await selectSettings(db, organizationId)) ?? unset;
    throw conflict(encodeRowVersion(current.rowVersion));
  }
  context.emit("design_settings.updated", {
    subject: { type: "organization", id: organizationId, name: null },
    data: {},
    details: { lintRules, compareRules, customLintRules, mediaTypeRules },
  });
  return toSettings(saved);
}

async function checkRules({ lintRules, compareRules, customLintRules }: Rules): Promise<void> {
  try {
    checkLintRules(lintRules ?? {});
    await checkCustomRules(customLintRules ?? []);
    checkSeverities(compareRules ?? {});
  } catch (error) {
    if (error instanceof RuleSettingsError) {
      const { field, code, message } = error;
      throw invalid({ field, code, message });
    }
    if (!(error instanceof UnknownRuleError)) throw error;
    throw invalid({ field: "compareRules", code: "unknownRule", message: error.message });
  }
}

function toSettings({
  lintRules,
  compareRules,
  lintOptions,
  rowVersion,
}: StoredSettings): DesignSettings {
  const { custom, mediaTypes } = { ...noOptions, ...lintOptions };
  return {
    customLintRules: custom as DesignSettings["customLintRules"],
    mediaTypeRules: mediaTypes,
    lintRules: lintRules as DesignSettings["lintRules"],
    compareRules: compareRules as DesignSettings["compareRules"],
    knownLintRules: listLintRules().map((rule) => ({
      name: rule.name,
      description: rule.description,
      default: rule.default,
    })),
    knownCompareRules: Array.from(ruleTable.values(), ({ name, summary }) => ({
      name,
      description: summary,
    })),
    rowVersion: encodeRowVersion(rowVersion),
  };
}

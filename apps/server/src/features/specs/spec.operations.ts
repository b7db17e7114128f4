import { setVersionSunset } from "@lintel/contract/operations/deprecation-plan";
import * as settings from "@lintel/contract/operations/design-settings";
import * as documents from "@lintel/contract/operations/spec-document";
import * as source from "@lintel/contract/operations/spec-source";
import * as search from "@lintel/contract/operations/spec-search";
import * as specs from "@lintel/contract/operations/spec";
import * as versions from "@lintel/contract/operations/spec-version";
import * as info from "@lintel/contract/operations/version-info";
import {
  implement,
  implementHeld,
  implementPrepared,
  type Implementation,
} from "../../platform/kernel/implementation.ts";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import { compareVersions } from "./compare-versions.service.ts";
import { listDesignRules } from "./design-rules.service.ts";
import { changeSettings, readSettings } from "./design-settings.service.ts";
import { exportDocument, listLosses } from "./export-spec.service.ts";
import { importNewSpec, prepareImport } from "./import-spec.service.ts";
import { lintVersion } from "./lint-version.service.ts";
import { mergeIntoSpec } from "./merge-spec.service.ts";
import { acceptPublishing, lintPublished } from "./publish-version.service.ts";
import { enterSaving, lintUnsaved, saveEdited } from "./spec-source.service.ts";
import { searchVersion } from "./search-spec.service.ts";
import { addSpec, changeSpec, listProjectSpecs, readSpec, removeSpec } from "./spec.service.ts";
import {
  changeVersion,
  copyVersion,
  listVersions,
  readVersion,
  removeVersion,
} from "./spec-version.service.ts";
import { changeInfo, readInfo } from "./version-info.service.ts";
import { changeSunset } from "./version-sunset.service.ts";

export function specOperations(platform: DocumentPlatform): Implementation[] {
  return [
    implement(specs.listSpecs, listProjectSpecs),
    implement(specs.createSpec, (context, input) => addSpec(platform, context, input)),
    implement(specs.getSpec, (context, input) => readSpec(context, input.specId)),
    implement(specs.updateSpec, changeSpec),
    implement(specs.deleteSpec, (context, input) => removeSpec(context, input.specId)),
    implement(search.searchSpec, searchVersion),
    ...versionOperations(platform),
    ...documentOperations(platform),
  ];
}

function versionOperations(platform: DocumentPlatform): Implementation[] {
  return [
    implement(versions.listSpecVersions, listVersions),
    implement(versions.createSpecVersion, (context, input) =>
      copyVersion(platform, context, input),
    ),
    implement(versions.getSpecVersion, (context, input) =>
      readVersion(context, input.specId, input.versionId),
    ),
    implement(versions.updateSpecVersion, changeVersion),
    implement(info.getVersionInfo, readInfo),
    implement(info.updateVersionInfo, changeInfo),
    implementHeld(versions.publishSpecVersion, {
      accept: acceptPublishing,
      // The headers are sent after the lint.
      isHeld: () => false,
      finish: (published) => lintPublished(platform, published),
    }),
    implement(setVersionSunset, changeSunset),
    implement(versions.deleteSpecVersion, (context, input) =>
      removeVersion(context, input.specId, input.versionId),
    ),
  ];
}

function documentOperations(platform: DocumentPlatform): Implementation[] {
  return [
    implementPrepared(
      documents.importSpec,
      (context, input) => prepareImport(platform, context, input),
      (context, input, document) => {
        const { specId } = input;
        return specId === undefined
          ? importNewSpec(platform, context, input, document)
          : mergeIntoSpec(platform, context, { ...input, specId }, document);
      },
      (document) => document.leave(),
    ),
    implement(documents.exportSpec, (context, input) => exportDocument(platform, context, input)),
    implement(documents.checkExport, (context, input) => listLosses(platform, context, input)),
    implement(documents.lintSpecVersion, (context, input) => lintVersion(platform, context, input)),
    implement(source.lintSpecText, (context, input) => lintUnsaved(platform, context, input)),
    implementPrepared(
      source.saveSpecSource,
      (context, input) => enterSaving(platform, context, input),
      (context, input) => saveEdited(platform, context, input),
      (leave) => leave(),
    ),
    implement(settings.getDesignSettings, readSettings),
    implement(settings.updateDesignSettings, changeSettings),
    implement(settings.getDesignRules, listDesignRules),
    implement(documents.compareSpecVersions, (context, input) =>
      compareVersions(platform, context, input),
    ),
  ];
}

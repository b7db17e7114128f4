import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { openApiVersions, type exportFormats } from "@lintel/contract/words/design";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { Select } from "../../parts/select.tsx";
import { Status } from "../../parts/status.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import styles from "./change-list.module.css";
import type { Version } from "./use-versions.ts";
import type { VersionDialogProps } from "./version-dialog.types.ts";

type Target = (typeof openApiVersions)[number];
type Format = (typeof exportFormats)[number];

const formats: readonly { readonly value: Format; readonly name: string }[] = [
  { value: "yaml", name: "YAML" },
  { value: "json", name: "JSON" },
  { value: "original", name: "As imported, without later changes" },
];

/** Downloads the document of a version; what another version of OpenAPI cannot say is shown first. */
export function ExportVersion({ version, onClose }: VersionDialogProps) {
  const api = useApi();
  const { place } = useVersionPlace();
  const [format, setFormat] = useState<Format>("yaml");
  const [target, setTarget] = useState<Target>(version.openapiVersion);
  const isOriginal = format === "original";
  const download = useMutation({
    mutationFn: () =>
      api.call("exportSpec", {
        ...place,
        versionId: version.id,
        format,
        ...(isOriginal || target === version.openapiVersion ? {} : { openapiVersion: target }),
      }),
    onSuccess: ({ bytes, mediaType }) => {
      const ending = mediaType.includes("json") ? "json" : "yaml";
      saveFile(`openapi-${version.version}.${ending}`, mediaType, bytes);
      onClose();
    },
  });
  return (
    <Dialog title={`Export version ${version.version}`} isOpen onClose={onClose}>
      <Select label="Format" value={format} choices={formats} onChange={setFormat} />
      {!isOriginal && (
        <Select
          label="OpenAPI"
          value={target}
          choices={openApiVersions.map((value) => ({
            value,
            name: value === version.openapiVersion ? `${value}, as it is` : value,
          }))}
          onChange={setTarget}
        />
      )}
      {!isOriginal && target !== version.openapiVersion && (
        <Losses version={version} target={target} />
      )}
      <Refusal error={download.error} />
      <DialogButtons>
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="primary" isDisabled={download.isPending} onPress={() => download.mutate()}>
          Export document
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function Losses({ version, target }: { version: Version; target: Target }) {
  const { place } = useVersionPlace();
  const losses = useQuery(
    useApi().query("checkExport", { ...place, versionId: version.id, openapiVersion: target }),
  );
  return (
    <QueryView query={losses}>
      {({ warnings, warningCount }) =>
        warningCount === 0 ? (
          <p>Nothing is lost in OpenAPI {target}.</p>
        ) : (
          <>
            <p>
              OpenAPI {target} cannot say {warningCount} parts of the document:
            </p>
            <ul className={styles["list"]} aria-label="Losses" tabIndex={0}>
              {warnings.map(({ code, severity, pointer, message, keptIn }) => (
                <li key={`${code} ${pointer} ${message}`}>
                  <Status of={severity} />
                  <span className={styles["text"]}>
                    {message} <code className={styles["advice"]}>{pointer}</code>
                    {keptIn !== null && (
                      <span className={styles["advice"]}> It is kept in {keptIn}.</span>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </QueryView>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/scope.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import { InfoEditor } from "./info-editor.tsx";

/** What a version says of itself: its title, servers, contact and licence. */
export function InfoPage() {
  const { place } = useVersionPlace();
  const info = useQuery(useApi().query("getVersionInfo", place));
  return (
    <QueryView query={info}>
      {(found) => <InfoEditor key={place.versionId} info={found} />}
    </QueryView>
  );
}

import { Link2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useCan } from "../../api/scope.ts";
import { IconButton } from "../../parts/button.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import type { Version } from "./use-versions.ts";

const ShareVersion = lazy(async () => ({
  default: (await import("./share-version.tsx")).ShareVersion,
}));

/** Opens the links to the comparison that is shown. */
export function ShareComparison(props: {
  readonly versions: readonly Version[];
  readonly baseline: string;
}) {
  const { versions, baseline } = props;
  const { place } = useVersionPlace();
  const [isOpen, setIsOpen] = useState(false);
  const version = versions.find(({ id }) => id === place.versionId);
  if (!useCan("specs:publish") || version === undefined) return null;
  return (
    <>
      <IconButton label="Share by link" onPress={() => setIsOpen(true)}>
        <Link2 size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
      <Suspense>
        {isOpen && (
          <ShareVersion
            version={version}
            versions={versions}
            baselineId={baseline}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}

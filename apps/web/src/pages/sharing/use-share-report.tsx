import { lazy, Suspense, useState, type ReactNode } from "react";
import { useCan } from "../../api/scope.ts";
import type { ShareReportProps } from "./share-report.tsx";

const ShareReport = lazy(async () => ({
  default: (await import("./share-report.tsx")).ShareReport,
}));

/** Opens the links to a report; `open` is null where the role cannot make any. */
export function useShareReport(subject: ShareReportProps["subject"]): {
  readonly open: (() => void) | null;
  readonly dialog: ReactNode;
} {
  const [isOpen, setIsOpen] = useState(false);
  const canShare = useCan("projects:manage");
  return {
    open: canShare ? () => setIsOpen(true) : null,
    dialog: (
      <Suspense>
        {isOpen && <ShareReport subject={subject} onClose={() => setIsOpen(false)} />}
      </Suspense>
    ),
  };
}

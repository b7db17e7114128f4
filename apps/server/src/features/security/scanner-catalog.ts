import type { OutputOf } from "@lintel/contract/operation";
import type { listScanners } from "@lintel/contract/operations/scanner";
import { scanners } from "@lintel/scanner/scanners";
import { wholeList } from "../../platform/paging.ts";

type Catalog = OutputOf<typeof listScanners>;
type ListedScanner = Catalog["items"][number];
type Listed = (typeof scanners)[number];

const writes = (needs: Listed["needs"]["writes"]): ListedScanner["writes"] =>
  needs === "some" ? "sometimes" : needs ? "always" : "never";

const items: ListedScanner[] = scanners.map(({ id, title, summary, control, needs, guidance }) => ({
  id,
  title,
  summary,
  control,
  identities: needs.identities,
  writes: writes(needs.writes),
  isIntrusive: needs.isIntrusive,
  usesListener: needs.listener === true,
  guidance: guidance.map((one) => ({
    id: one.id,
    title: one.title,
    severity: one.severity,
    owaspCategory: one.owasp,
    cwe: [...one.cwe],
  })),
}));

/** Every scanner, as profile editors and agents need it. */
export const scannerCatalog: Catalog = wholeList(items);

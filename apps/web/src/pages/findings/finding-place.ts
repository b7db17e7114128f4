import type { Item } from "../../api/api.ts";
import { showForeignTitle } from "../../parts/foreign-text.ts";

type Placed = Pick<Item<"listFindings">, "location" | "parameter">;

/** Where in a request or an answer a weakness is, such as "query page". */
export const placeOf = ({ location, parameter }: Placed): string =>
  parameter === null ? location : `${location} ${showForeignTitle(parameter)}`;

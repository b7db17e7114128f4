import { noticeKinds, type NoticeKind } from "@lintel/contract/words/notices";

/** What the address of the notices says. */
export interface NoticesSearch {
  /** Read notices as well. */
  readonly all?: true | undefined;
  readonly kind?: NoticeKind | undefined;
  /** The id of the notice in the panel, or `preferences`. */
  readonly open?: string | undefined;
}

export function readNoticesSearch({ all, kind, open }: Record<string, unknown>): NoticesSearch {
  const known = noticeKinds.find((one) => one === kind);
  return {
    ...(all === true ? { all } : {}),
    ...(known === undefined ? {} : { kind: known }),
    ...(typeof open === "string" && open !== "" ? { open } : {}),
  };
}

import type { UseMutationResult } from "@tanstack/react-query";
import { Button } from "../../parts/button.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Time } from "../../parts/time.tsx";
import type { PublicLink } from "./public-link.types.ts";
import styles from "./share-links.module.css";

export interface ShareLinksProps<Link extends PublicLink> {
  readonly links: readonly Link[];
  readonly nameOf: (link: Link) => string;
  /** undefined: the role does not allow it. */
  readonly revoke: UseMutationResult<unknown, Error, string> | undefined;
}

/** The links that work, each with what it shows and when it ends. */
export function ShareLinks<Link extends PublicLink>(props: ShareLinksProps<Link>) {
  const { links, nameOf, revoke } = props;
  const now = Date.now();
  const open = links.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && Date.parse(expiresAt) > now,
  );
  if (open.length === 0) return <p className={styles["muted"]}>No active links.</p>;
  return (
    <>
      <ul className={styles["links"]} aria-label="Links that work">
        {open.map((link) => (
          <li key={link.id}>
            <span>
              {nameOf(link)}{" "}
              <span className={styles["muted"]}>
                by {link.createdBy} <Time at={link.createdAt} />, ends <Time at={link.expiresAt} />
              </span>
            </span>
            {revoke !== undefined && (
              <Button isDisabled={revoke.isPending} onPress={() => revoke.mutate(link.id)}>
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Refusal error={revoke?.error ?? null} />
    </>
  );
}

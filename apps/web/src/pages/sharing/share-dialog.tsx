import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Select } from "../../parts/select.tsx";
import type { PublicLink } from "./public-link.types.ts";
import { ShareAddress } from "./share-address.tsx";
import { ShareLinks, type ShareLinksProps } from "./share-links.tsx";

const lifetimes = [
  { value: "7", name: "In 7 days" },
  { value: "30", name: "In 30 days" },
  { value: "90", name: "In 90 days" },
  { value: "365", name: "In 365 days" },
] as const;

export interface ShareDialogProps<Link extends PublicLink> extends Omit<
  ShareLinksProps<Link>,
  "links"
> {
  readonly title: string;
  /** What the page behind the address shows, and what it leaves out. */
  readonly about?: string;
  /** Further fields of a new link. */
  readonly fields?: ReactNode;
  readonly links: UseQueryResult<readonly Link[]>;
  /** Takes after how many days the link ends. */
  readonly create: UseMutationResult<{ readonly address: string }, Error, number>;
  readonly onClose: () => void;
}

/** Makes public links to one thing, and revokes them. */
export function ShareDialog<Link extends PublicLink>(props: ShareDialogProps<Link>) {
  const { title, about, fields, links, create, nameOf, revoke, onClose } = props;
  const [days, setDays] = useState<(typeof lifetimes)[number]["value"]>("30");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(Number(days));
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <p>Everybody with the address can read what it shows, without an account.</p>
      {about !== undefined && <p>{about}</p>}
      <form onSubmit={submit} className="form">
        {fields}
        <Select label="Ends" value={days} choices={lifetimes} onChange={setDays} />
        <Refusal error={create.error} />
        {create.data !== undefined && <ShareAddress address={create.data.address} />}
        <DialogButtons>
          <Button onPress={onClose}>Close</Button>
          <Button
            kind={create.data === undefined ? "primary" : "plain"}
            type="submit"
            isDisabled={create.isPending}
          >
            Create link
          </Button>
        </DialogButtons>
      </form>
      <QueryView query={links}>
        {(rows) => <ShareLinks links={rows} nameOf={nameOf} revoke={revoke} />}
      </QueryView>
    </Dialog>
  );
}

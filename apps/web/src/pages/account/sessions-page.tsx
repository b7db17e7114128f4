import { useQuery } from "@tanstack/react-query";
import { ownApi, type Item } from "../../api/api.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { nameDevice } from "./name-device.ts";

type Session = Item<"listSessions">;

const methods: Readonly<Record<Session["method"], string>> = {
  password: "Password",
  passkey: "Passkey",
  sso: "Single sign-on",
  setup: "Set-up",
  invitation: "Invitation",
  link: "Link of the operator",
};

/** The devices on which the person is signed in. */
export function SessionsPage() {
  const sessions = useQuery(ownApi.list("listSessions", {}));
  const end = useChange(ownApi, "endSession", ["listSessions"]);
  const columns: readonly Column<Session>[] = [
    {
      name: "Device",
      cell: ({ device, isCurrent }) => (
        <span title={device}>
          {nameDevice(device)}
          {isCurrent && " (this one)"}
        </span>
      ),
    },
    { name: "Signed in by", width: "150px", isMinor: true, cell: ({ method }) => methods[method] },
    { name: "Address", isMinor: true, cell: ({ address }) => <code>{address}</code> },
    {
      name: "Signed in",
      width: "110px",
      isMinor: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    { name: "Last used", width: "110px", cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
    {
      name: "Actions",
      width: "104px",
      cell: ({ id, device, isCurrent }) =>
        !isCurrent && (
          <Button
            kind="quiet"
            aria-label={`End the session on ${nameDevice(device)}`}
            isDisabled={end.isPending}
            onPress={() => end.mutate({ id })}
          >
            End
          </Button>
        ),
    },
  ];
  return (
    <Page title="Sessions" note={sessions.data?.length}>
      <Refusal error={end.error} />
      <QueryView query={sessions}>
        {(rows) => <Table label="Sessions" columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </QueryView>
    </Page>
  );
}

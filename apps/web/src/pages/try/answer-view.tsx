import { Tab, TabList, TabPanel, Tabs } from "react-aria-components/Tabs";
import type { Output } from "../../api/api.ts";
import { toneOfStatus } from "../../parts/status-tone.ts";
import { showBytes, showMs, showPretty } from "../../request/show-answer.ts";
import tones from "../../styles/tones.module.css";
import styles from "./try.module.css";

type Sent = Output<"getSentRequest">;
type Response = NonNullable<Sent["response"]>;

/** What the API answered, or why it did not. */
export function AnswerView({ sent }: { readonly sent: Sent }) {
  const { response, error, elapsedMs } = sent;
  return (
    <section aria-label="Answer" className={styles["answer"]}>
      <div className={styles["summary"]} role="status">
        {response === null ? (
          <strong className={tones["bad"]}>No answer</strong>
        ) : (
          <strong className={tones[toneOfStatus(response.status)]}>{response.status}</strong>
        )}
        <span>{showMs(elapsedMs)}</span>
        {response !== null && <span>{showBytes(response.sizeBytes)}</span>}
        {sent.environmentName !== null && <span>{sent.environmentName}</span>}
      </div>
      {error !== null && <p className={styles["error"]}>{error.message}</p>}
      {response !== null && <Parts sent={sent} response={response} />}
    </section>
  );
}

function Parts({ sent, response }: { readonly sent: Sent; readonly response: Response }) {
  const { body, headers, cookies } = response;
  const sentBody = sent.request?.body ?? null;
  const pretty = body === null ? null : showPretty(body, headers);
  const tabs = [
    ["pretty", "Pretty"],
    ["raw", "Raw"],
    ["headers", `Headers ${headers.length}`],
    ["cookies", `Cookies ${cookies.length}`],
    ["timing", "Timing"],
    ["request", "Request"],
  ] as const;
  return (
    <Tabs>
      <TabList aria-label="Parts of the answer" className={styles["tabs"] ?? ""}>
        {tabs.map(([id, name]) => (
          <Tab key={id} id={id} className={styles["tab"] ?? ""}>
            {name}
          </Tab>
        ))}
      </TabList>
      <TabPanel id="pretty">
        <Body text={pretty} isCut={body?.isCut ?? false} />
      </TabPanel>
      <TabPanel id="raw">
        <Body text={body?.content ?? null} isCut={body?.isCut ?? false} />
      </TabPanel>
      <TabPanel id="headers">
        <Facts rows={headers.map(({ name, value }) => [name, value])} />
      </TabPanel>
      <TabPanel id="cookies">
        <Facts
          rows={cookies.map(({ name, value, attributes }) => [
            name,
            [value, ...attributes].join("; "),
          ])}
        />
      </TabPanel>
      <TabPanel id="timing">
        <Facts rows={listTimes(sent)} />
      </TabPanel>
      <TabPanel id="request">
        <Facts rows={listSent(sent)} />
        {sentBody !== null && <Body text={sentBody.content} isCut={sentBody.isCut} />}
      </TabPanel>
    </Tabs>
  );
}

function Body({ text, isCut }: { readonly text: string | null; readonly isCut: boolean }) {
  if (text === null) return <p className={styles["note"]}>The answer has no body.</p>;
  return (
    <>
      <pre className={styles["body"]} tabIndex={0} aria-label="Body">
        {text}
      </pre>
      {isCut && <p className={styles["note"]}>This is the beginning of the body.</p>}
    </>
  );
}

type Row = readonly [name: string, value: string];

function Facts({ rows }: { readonly rows: readonly Row[] }) {
  if (rows.length === 0) return <p className={styles["note"]}>None.</p>;
  return (
    <table className={styles["facts"]}>
      <tbody>
        {rows.map(([name, value], at) => (
          // Names repeat, and the order is that of the answer.
          <tr key={`${at} ${name}`}>
            <th scope="row">{name}</th>
            <td>
              <code>{value}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function listTimes({ timing, elapsedMs, redirects }: Sent): Row[] {
  const parts: Row[] =
    timing === null
      ? []
      : [
          ["Until the request was sent", showMs(timing.connectMs)],
          ["Until the answer began", showMs(timing.waitMs)],
          ["Until its last byte", showMs(timing.receiveMs)],
        ];
  return [
    ...parts,
    ["Together", showMs(elapsedMs)],
    ...redirects.map((url): Row => ["Redirected by", url]),
  ];
}

function listSent({ request }: Sent): Row[] {
  if (request === null) return [];
  return [
    [request.method, request.url],
    ...request.headers.map(({ name, value }): Row => [name, value]),
  ];
}

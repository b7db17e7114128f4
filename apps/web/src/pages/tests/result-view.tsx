import type { Item } from "../../api/api.ts";
import { toneOfStatus } from "../../parts/status-tone.ts";
import { Status } from "../../parts/status.tsx";
import { showBytes, showMs, showPretty } from "../../request/show-answer.ts";
import tones from "../../styles/tones.module.css";
import { AssertionList } from "./assertion-list.tsx";
import styles from "./result-view.module.css";

export type CaseResult = Item<"listRunResults">;
type Exchange = NonNullable<CaseResult["exchange"]>;

/** How a case ended: what failed first, then the answer, then the request. */
export function ResultView({ result }: { readonly result: CaseResult }) {
  const { verdict, elapsedMs, attempts, row, message, assertions, extracted, exchange } = result;
  const response = exchange?.response ?? null;
  // A failed assertion says it where it is shown.
  const isSaid = verdict === "failed" && assertions.some(({ isPassed }) => !isPassed);
  return (
    <div className={styles["result"]}>
      <div className={styles["facts"]}>
        <Status of={verdict} />
        {response !== null && (
          <strong className={tones[toneOfStatus(response.status)]}>{response.status}</strong>
        )}
        <span>{showMs(elapsedMs)}</span>
        {response !== null && <span>{showBytes(response.sizeBytes)}</span>}
        {attempts > 1 && <span>{attempts} attempts</span>}
        {row !== null && <span>Data row {row}</span>}
      </div>
      {message !== null && !isSaid && <p className={styles["message"]}>{message}</p>}
      <AssertionList assertions={assertions} />
      <Extracted values={extracted} />
      {exchange === null ? (
        <p className={styles["legend"]}>
          Requests and responses of passed cases are not kept in runs of more than 500 cases.
        </p>
      ) : (
        <ExchangeView exchange={exchange} />
      )}
    </div>
  );
}

function Extracted({ values }: { readonly values: CaseResult["extracted"] }) {
  const rows = Object.entries(values).map(
    ([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const,
  );
  if (rows.length === 0) return null;
  return (
    <section aria-label="Extracted">
      <h3>Extracted</h3>
      <Facts rows={rows} />
    </section>
  );
}

function ExchangeView({ exchange: { request, response } }: { readonly exchange: Exchange }) {
  return (
    <>
      {response !== null && (
        <section aria-label="Response">
          <h3>Response</h3>
          <Body content={response.body} headers={response.headers} />
          <Headers headers={response.headers} />
        </section>
      )}
      <section aria-label="Request">
        <h3>Request</h3>
        <p className={styles["address"]}>
          {request.method} {request.url}
        </p>
        <Body content={request.body} headers={request.headers} />
        <Headers headers={request.headers} />
      </section>
    </>
  );
}

type HeaderFields = Exchange["request"]["headers"];

function Body({ content, headers }: { content: string | null; headers: HeaderFields }) {
  if (content === null || content === "") return null;
  const fields = Object.entries(headers).map(([name, value]) => ({ name, value }));
  return (
    <pre className={styles["body"]} tabIndex={0} aria-label="Body">
      {showPretty({ encoding: "text", content, isCut: false }, fields)}
    </pre>
  );
}

function Headers({ headers }: { readonly headers: HeaderFields }) {
  const rows = Object.entries(headers);
  if (rows.length === 0) return null;
  return (
    <details className={styles["details"]}>
      <summary>{rows.length} headers</summary>
      <Facts rows={rows} />
    </details>
  );
}

function Facts({ rows }: { readonly rows: readonly (readonly [string, string])[] }) {
  return (
    <table className={styles["headers"]}>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
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

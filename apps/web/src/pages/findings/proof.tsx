import type { Output } from "../../api/api.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { showForeign } from "../../parts/foreign-text.ts";
import { Section } from "../../parts/page.tsx";
import { toneOfStatus } from "../../parts/status-tone.ts";
import tones from "../../styles/tones.module.css";
import styles from "./proof.module.css";

type Evidence = Output<"getFinding">["evidence"];
type Exchange = Evidence["controls"][number];

/** Requests that had to be refused or unchanged, next to those that show the weakness. */
export function Proof({ evidence }: { readonly evidence: Evidence }) {
  const { controls, attacks } = evidence;
  return (
    <Section title="Proof">
      <div className={styles["columns"]}>
        <Exchanges title="Control" exchanges={controls} />
        <Exchanges title="Attack" exchanges={attacks} />
      </div>
    </Section>
  );
}

function Exchanges({ title, exchanges }: { title: string; exchanges: readonly Exchange[] }) {
  return (
    <section aria-label={title} className={styles["column"]}>
      <h3 className={styles["kind"]}>{title}</h3>
      {exchanges.length === 0 && <p className={styles["none"]}>This proof needs none.</p>}
      {exchanges.map((exchange, at) => (
        // Exchanges can be equal, and their order is that of the scan.
        <ExchangeView
          key={`${at} ${exchange.label}`}
          exchange={exchange}
          name={`${title} ${at + 1}`}
        />
      ))}
    </section>
  );
}

function ExchangeView({ exchange, name }: { exchange: Exchange; name: string }) {
  const { label, request, response, curl } = exchange;
  return (
    <article className={styles["exchange"]} aria-label={name}>
      <div className={styles["head"]}>
        <p>{showForeign(label)}</p>
        <CopyButton label="curl" text={curl} />
      </div>
      <pre className={styles["code"]} tabIndex={0} aria-label={`Request of ${name}`}>
        {showForeign(writeRequest(request))}
      </pre>
      <p className={styles["answer"]}>
        Answer <strong className={tones[toneOfStatus(response.status)]}>{response.status}</strong>
      </p>
      <pre className={styles["code"]} tabIndex={0} aria-label={`Answer of ${name}`}>
        {showForeign(writeHeaders(response.headers) + response.excerpt)}
      </pre>
    </article>
  );
}

const writeRequest = ({ method, url, headers, body }: Exchange["request"]): string =>
  `${method} ${url}\n${writeHeaders(headers)}${body ?? ""}`.trimEnd();

const writeHeaders = (headers: readonly (readonly string[])[]): string =>
  headers.length === 0
    ? ""
    : `${headers.map(([name = "", value = ""]) => `${name}: ${value}`).join("\n")}\n\n`;

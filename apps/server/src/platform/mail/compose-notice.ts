import { markup } from "@lintel/portal/html";
import type { Message } from "./mailer.ts";

/** What a person reads about their account. */
export interface Notice {
  readonly to: string;
  readonly subject: string;
  /** What happened, in one sentence. */
  readonly event: string;
  /** Its circumstances, by their labels. */
  readonly facts: Readonly<Record<string, string>>;
  /** What to do if the person did not do it. */
  readonly advice: string;
  /** Where to do it. */
  readonly link: string;
}

/** A message in plain text, and the same in HTML without images and styles. */
export function composeNotice({ to, subject, event, facts, advice, link }: Notice): Message {
  const rows = Object.entries(facts);
  const lines = rows.map(([label, value]) => `${label}: ${value}`).join("\n");
  const html = markup`<!doctype html>
    <html lang="en">
      <head><meta charset="utf-8" /><title>${subject}</title></head>
      <body>
        <p>${event}</p>
        <ul>${rows.map(([label, value]) => markup`<li>${label}: ${value}</li>`)}</ul>
        <p>If it was you, you need to do nothing. ${advice}</p>
        <p><a href="${link}">${link}</a></p>
      </body>
    </html>`;
  const text = `${event}\n\n${lines}\n\nIf it was you, you need to do nothing. ${advice}\n\n${link}\n`;
  return { to, subject, text, html: html.text };
}

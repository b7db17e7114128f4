import { markup } from "@lintel/portal/html";
import type { Message } from "../../platform/mail/mailer.ts";

interface NoticeMail {
  readonly to: string;
  readonly subject: string;
  readonly notices: readonly { readonly title: string; readonly text: string }[];
  /** Where they are in the web app; null: nowhere. */
  readonly page: string | null;
  /** Ends mail of this kind. */
  readonly link: string;
}

/** A message in plain text, and the same in HTML without images, with a link that ends such mail. */
export function composeNoticeMail({ to, subject, notices, page, link }: NoticeMail): Message {
  const parts = notices.map(({ title, text }) => (text === "" ? title : `${title}\n\n${text}`));
  const ending = "To get no more mail of this kind, open";
  const html = markup`<!doctype html>
    <html lang="en">
      <head><meta charset="utf-8" /><title>${subject}</title></head>
      <body>
        ${notices.map(
          ({ title, text }) => markup`<h2>${title}</h2>
            ${text.split("\n").map((line) => markup`${line}<br />`)}`,
        )}
        ${page === null ? [] : [markup`<p><a href="${page}">${page}</a></p>`]}
        <hr />
        <p>${ending} <a href="${link}">${link}</a>.</p>
      </body>
    </html>`;
  return {
    to,
    // One line: a title can hold what a person typed.
    subject: subject.replaceAll(/\s+/g, " ").slice(0, 200),
    text: `${[parts.join("\n\n--\n\n"), ...(page === null ? [] : [page])].join("\n\n")}\n\n${ending} ${link}\n`,
    html: html.text,
    unsubscribe: link,
  };
}

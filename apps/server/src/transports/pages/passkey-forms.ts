import type { FastifyRequest } from "fastify";
import type { Passkey } from "@lintel/contract/operations/passkey";
import { markup, type Markup } from "@lintel/portal/html";
import { hiddenField, textField } from "./form-parts.ts";
import { pagePath } from "./page-path.ts";

/** Where a script of the page writes what went wrong in the browser. */
const scriptAlert = markup`<p class="alert" role="alert" hidden=""></p>`;

/** The button that signs in with a passkey; hidden until the script runs. `email`: of this account only. */
export function passkeyButton(
  request: FastifyRequest,
  { target, email }: { readonly target: string; readonly email: string | null },
): Markup {
  const path = pagePath(request, "/sign-in/passkey");
  return markup`<form method="post" action="${path}" data-passkey="signIn" data-options="${path}/options" hidden="">
      ${scriptAlert}
      ${hiddenField("return", target)}
      ${email !== null && hiddenField("email", email)}
      ${hiddenField("response", "")}
      <button class="wide">Sign in with a passkey</button>
    </form>`;
}

/** The part of the account page with the person's passkeys. */
export function passkeySection(request: FastifyRequest, passkeys: readonly Passkey[]): Markup {
  const path = pagePath(request, "/account/passkeys");
  return markup`<h2>Passkeys</h2>
    <p class="hint">A passkey signs you in with the lock of your device or a security key, without a password.</p>
    ${passkeys.length > 0 && markup`<ul class="rows">${passkeys.map((passkey) => passkeyRow(request, passkey))}</ul>`}
    <noscript><p>To add a passkey, allow scripts of this page.</p></noscript>
    <form method="post" action="${path}" data-passkey="register" data-options="${path}/options" hidden="">
      ${scriptAlert}
      ${textField({ name: "name", label: "Name of a new passkey", autocomplete: "off", hint: "Such as the device that keeps it." })}
      ${hiddenField("response", "")}
      <p><button>Add a passkey</button></p>
    </form>`;
}

function passkeyRow(request: FastifyRequest, passkey: Passkey): Markup {
  const { id, name, createdAt, lastUsedAt } = passkey;
  const path = pagePath(request, "/account/passkeys");
  const used = lastUsedAt === null ? "not used yet" : `last used ${lastUsedAt.slice(0, 10)}`;
  return markup`<li>
    <span>${name} <span class="hint">added ${createdAt.slice(0, 10)}, ${used}</span></span>
    <form class="inline" method="post" action="${path}/rename">
      ${hiddenField("id", id)}
      <input name="name" value="${name}" aria-label="New name of ${name}" required="" autocomplete="off" />
      <button aria-label="Rename ${name}">Rename</button>
    </form>
    <form method="post" action="${path}/remove">
      ${hiddenField("id", id)}<button aria-label="Remove ${name}">Remove</button>
    </form>
  </li>`;
}

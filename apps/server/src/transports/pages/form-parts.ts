import { roleNames, type Role } from "@lintel/contract/words/permissions";
import { markup, type Markup } from "@lintel/portal/html";

export interface TextField {
  readonly name: string;
  /** The name by default; a page with several fields of one name needs others. */
  readonly id?: string;
  readonly label: string;
  readonly type?: "text" | "email" | "password";
  readonly value?: string;
  /** What a browser or a password manager fills in (HTML §4.10.18.7). */
  readonly autocomplete: string;
  readonly hint?: string;
  readonly minLength?: number;
  readonly isFirst?: boolean;
  readonly isOptional?: boolean;
}

export function textField(field: TextField): Markup {
  const { name, id = name, label, type = "text", value = "", autocomplete, hint } = field;
  const { minLength } = field;
  const described = hint === undefined ? null : `${id}-hint`;
  return markup`<label for="${id}">${label}</label>
    <input id="${id}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"
      ${field.isOptional !== true && markup` required=""`}
      ${minLength !== undefined && markup` minlength="${minLength}"`}
      ${described !== null && markup` aria-describedby="${described}"`}
      ${field.isFirst === true && markup` autofocus=""`} />
    ${described !== null && markup`<p class="hint" id="${described}">${hint}</p>`}`;
}

/** A choice of the roles that a person with the role `own` can give. */
export function roleField(id: string, own: Role, chosen: Role = "member"): Markup {
  const roles = roleNames.slice(0, roleNames.indexOf(own) + 1);
  return markup`<label for="${id}">Role</label>
    <select id="${id}" name="role">
      ${roles.map((name) => markup`<option value="${name}"${name === chosen && markup` selected=""`}>${nameRole(name)}</option>`)}
    </select>`;
}

/** `viewer` → `Viewer` */
export const nameRole = (role: string): string => role.charAt(0).toUpperCase() + role.slice(1);

export function hiddenField(name: string, value: string): Markup {
  return markup`<input type="hidden" name="${name}" value="${value}" />`;
}

/** What went wrong with the form before; nothing where it is shown for the first time. */
export function alert(message: string | null): Markup | null {
  return message === null ? null : markup`<p class="alert" role="alert">${message}</p>`;
}

/** A password that the person chooses. */
export const newPasswordField: TextField = {
  name: "password",
  label: "Password",
  type: "password",
  autocomplete: "new-password",
  hint: "At least 12 characters. A sentence is easier to remember than a word with signs.",
  minLength: 12,
};

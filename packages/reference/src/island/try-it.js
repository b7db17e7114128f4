// The try-it form: built in the page when its button is first pressed, and sends from the browser alone. What is typed
// stays in the fields; nothing is stored, and answers are shown as text, never as markup.

/** @param {string} tag @param {Record<string, string>} attributes @param {...(Node | string)} children */
const make = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

let count = 0;

/** A label with its field; `attributes` go to the field. */
const makeField = (text, tag, attributes, ...children) => {
  const id = `try-${(count += 1)}`;
  const field = make(
    tag,
    { id, autocomplete: "off", spellcheck: "false", ...attributes },
    ...children,
  );
  return {
    field,
    row: make("p", { class: "ref-try-row" }, make("label", { for: id }, text), field),
  };
};

const encode = (text) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** What was typed: JSON lists and objects are taken apart, all else is one value. */
const readValue = (text) => {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const plain = (value) => (typeof value === "string" ? value : JSON.stringify(value));
const pairsOf = (value) => Object.entries(value).map(([key, item]) => [key, plain(item)]);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const itemsOf = (value) => (Array.isArray(value) ? value : [value]).map(plain);

/** A parameter in the path, in the styles simple, label and matrix. */
const writePath = ({ name, style, explode }, value) => {
  const mark = { label: ".", matrix: ";" }[style] ?? "";
  const key = style === "matrix" ? `${encode(name)}=` : "";
  if (isObject(value)) {
    const pairs = pairsOf(value).map((pair) => pair.map(encode));
    return explode
      ? mark + pairs.map((pair) => pair.join("=")).join(mark || ",")
      : mark + key + pairs.flat().join(",");
  }
  const items = itemsOf(value).map(encode);
  return explode
    ? mark + items.map((item) => key + item).join(mark || ",")
    : mark + key + items.join(",");
};

/** A parameter of the query, as the pairs that are sent. */
const writeQuery = ({ name, style, explode }, value) => {
  const key = encode(name);
  const between = { spaceDelimited: "%20", pipeDelimited: "%7C" }[style] ?? ",";
  if (isObject(value)) {
    const pairs = pairsOf(value).map((pair) => pair.map(encode));
    if (style === "deepObject") return pairs.map(([inner, item]) => `${key}%5B${inner}%5D=${item}`);
    return explode ? pairs.map((pair) => pair.join("=")) : [`${key}=${pairs.flat().join(between)}`];
  }
  const items = itemsOf(value).map(encode);
  return explode && style === "form"
    ? items.map((item) => `${key}=${item}`)
    : [`${key}=${items.join(between)}`];
};

/** UTF-8 in Base64, for Basic authentication (RFC 7617). */
const toBase64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** The request that the form says. Throws for what cannot be sent. */
const readRequest = (template, form) => {
  const headers = new Headers();
  const query = [];
  let path = template.route;
  template.parameters.forEach((parameter, at) => {
    const text = form.parameters[at].value;
    if (parameter.in === "path" && text === "") throw new Error(`${parameter.name} is needed.`);
    if (text === "") return;
    const value = readValue(text);
    if (parameter.in === "path")
      path = path.replaceAll(`{${parameter.name}}`, () => writePath(parameter, value));
    if (parameter.in === "query") query.push(...writeQuery(parameter, value));
    if (parameter.in === "querystring") query.push(text);
    if (parameter.in === "header") headers.set(parameter.name, itemsOf(value).join(","));
  });
  template.auth.forEach(({ kind, in: place, key }, at) => {
    const secret = form.auth[at].value;
    if (secret === "") return;
    if (place === "query") query.push(`${encode(key)}=${encode(secret)}`);
    else if (kind === "basic") headers.set(key, `Basic ${toBase64(secret)}`);
    else if (place === "header") headers.set(key, kind === "bearer" ? `Bearer ${secret}` : secret);
  });
  const body = form.body === null ? null : form.body.value;
  const hasBody = body !== null && body !== "" && !["GET", "HEAD"].includes(template.method);
  if (hasBody) headers.set("Content-Type", template.body.mediaType);
  const address = new URL(
    form.server.value + path + (query.length > 0 ? `?${query.join("&")}` : ""),
  );
  if (!/^https?:$/.test(address.protocol)) throw new Error("Only http and https can be called.");
  return [
    address,
    {
      method: template.method,
      headers,
      ...(hasBody ? { body } : {}),
      credentials: "omit",
      redirect: "follow",
      referrerPolicy: "no-referrer",
    },
  ];
};

/** Characters of an answer that are shown. */
const longest = 200_000;

const show = async (out, response, took) => {
  const text = await response.text();
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  let body = text;
  try {
    body = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Shown as it came.
  }
  const status = make(
    "p",
    { class: "ref-try-status" },
    `${response.status} ${response.statusText} · ${Math.round(took)} ms`,
  );
  const head = make("pre", { class: "ref-code ref-try-headers", tabindex: "0" }, lines);
  const shown = body.length > longest ? `${body.slice(0, longest)}\n…` : body;
  out.replaceChildren(
    status,
    head,
    make("pre", { class: "ref-code ref-try-body", tabindex: "0" }, shown),
  );
};

const secretLabels = { key: "key", basic: "user:password", bearer: "token" };

const buildForm = (template) => {
  const rows = [];
  const add = (text, tag, attributes, ...children) => {
    const { field, row } = makeField(text, tag, attributes, ...children);
    rows.push(row);
    return field;
  };
  const options = template.servers.map((server) => make("option", { value: server }, server));
  const server = add("Server", "select", {}, ...options);
  const auth = template.auth.map(({ name, kind }) =>
    add(`${name} (${secretLabels[kind]})`, "input", {
      type: "password",
      autocomplete: "new-password",
      "data-auth": name,
    }),
  );
  const parameters = template.parameters.map(({ name, in: place, required, value }) => {
    const field = add(`${name} (${place}${required ? ", required" : ""})`, "input", {
      "data-parameter": name,
    });
    field.value = value;
    // A browser sends its own cookies, and lets no page set them.
    field.disabled = place === "cookie";
    return field;
  });
  const body =
    template.body === null
      ? null
      : add(`Body (${template.body.mediaType})`, "textarea", { rows: "8" });
  if (body !== null) body.value = template.body.text;
  return { rows, server, auth, parameters, body };
};

/** Sends what the form says, and shows the answer or why there is none. */
const call = async (template, fields, send, out) => {
  send.disabled = true;
  out.replaceChildren(make("p", {}, "Sending…"));
  const began = performance.now();
  try {
    const [address, request] = readRequest(template, fields);
    // The reader's own browser sends it, and guards what it may call.
    const response = await window.fetch(address, request);
    await show(out, response, performance.now() - began);
  } catch (error) {
    const text = `No answer: ${error.message}. The API may not allow calls from this page (CORS).`;
    out.replaceChildren(make("p", { class: "ref-try-error" }, text));
  } finally {
    send.disabled = false;
  }
};

/**
 * Puts the form behind its button, once; pressed again, the button hides or shows it.
 * @param {HTMLButtonElement} button with the template in `data-try-it`
 */
export const openTryIt = (button) => {
  const next = button.nextElementSibling;
  if (next instanceof HTMLFormElement && next.classList.contains("ref-try-form")) {
    next.hidden = !next.hidden;
    button.setAttribute("aria-expanded", String(!next.hidden));
    return next;
  }
  const template = JSON.parse(button.dataset.tryIt ?? "{}");
  const fields = buildForm(template);
  const out = make("div", { class: "ref-try-answer", "aria-live": "polite" });
  const send = make("button", { type: "submit", class: "ref-try-send" }, "Send");
  const form = make(
    "form",
    { class: "ref-try-form", autocomplete: "off" },
    ...fields.rows,
    send,
    out,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void call(template, fields, send, out);
  });
  button.after(form);
  button.setAttribute("aria-expanded", "true");
  form.querySelector("input, select, textarea")?.focus();
  return form;
};

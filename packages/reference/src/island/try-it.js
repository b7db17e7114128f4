// The try-it form. It is built in the page when its button is first pressed, and the browser sends
// its requests itself. Input stays in the fields and is not stored. Responses are shown as text,
// never as markup.

/** @param {string} tag @param {Record<string, string>} attributes @param {...(Node | string)} children */
const make = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

let count = 0;

/** A label with its field; `attributes` apply to the field. */
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

/** Numbers that JavaScript would write differently keep their text, if the browser provides it. */
const keepNumber = (_, value, { source } = {}) =>
  typeof value === "number" && source !== undefined && String(value) !== source ? source : value;

/** The input: JSON lists and objects are parsed, everything else is one value. */
const readValue = (text) => {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text, keepNumber);
  } catch {
    return text;
  }
};

/**
 * JSON with indentation, and with its texts and numbers unchanged. Anything else is not changed.
 */
const indent = (text) => {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let depth = 0;
  const line = () => `\n${"  ".repeat(depth)}`;
  return text
    .replace(/"(?:[^"\\]|\\.)*"|\s+|[{[]\s*[}\]]|[{}[\],:]/g, (token) => {
      const sign = token.trim();
      if (sign === "" || sign[0] === '"') return sign;
      if (sign.length > 1) return sign[0] + sign.at(-1);
      if (sign === ":") return ": ";
      if (sign === ",") return sign + line();
      depth += sign === "{" || sign === "[" ? 1 : -1;
      return depth < 0 ? sign : "{[".includes(sign) ? sign + line() : line() + sign;
    })
    .trim();
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

/** A parameter of the query as name and value pairs. */
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

/** The request of the form. Throws if it cannot be sent. */
const readRequest = (template, form) => {
  const headers = new Headers();
  const query = [];
  let path = template.route;
  template.parameters.forEach((parameter, at) => {
    const field = form.parameters[at];
    const text = parameter.many
      ? [...field.selectedOptions].map((option) => option.value)
      : field.value;
    if (text.length === 0) {
      if (parameter.in === "path") throw new Error(`${parameter.name} is needed.`);
      return;
    }
    const value = parameter.many || parameter.choices ? text : readValue(text);
    if (parameter.in === "path")
      path = path.replaceAll(`{${parameter.name}}`, () => writePath(parameter, value));
    if (parameter.in === "query") query.push(...writeQuery(parameter, value));
    if (parameter.in === "querystring") query.push(text);
    if (parameter.in === "header") headers.set(parameter.name, itemsOf(value).join(","));
  });
  form.readAuth().forEach(({ scheme: { kind, in: place, key }, secret }) => {
    if (secret === "") return;
    if (place === "query") query.push(`${encode(key)}=${encode(secret)}`);
    else if (kind === "basic") headers.set(key, `Basic ${toBase64(secret)}`);
    else if (place === "header") headers.set(key, kind === "bearer" ? `Bearer ${secret}` : secret);
  });
  const body = form.readBody();
  const hasBody = body !== "" && !["GET", "HEAD"].includes(template.method);
  // For a form, the browser sets the type itself, with the boundary of the parts.
  if (hasBody && !template.body.parts) headers.set("Content-Type", template.body.mediaType);
  const shown = form.server.value;
  const address = new URL(shown + path + (query.length > 0 ? `?${query.join("&")}` : ""));
  if (!/^https?:$/.test(address.protocol)) throw new Error("Only http and https can be called.");
  if (address.origin !== new URL(shown).origin)
    throw new Error(`The path leads to ${address.origin}, which is not the server ${shown}.`);
  return [
    address,
    {
      method: template.method,
      headers,
      ...(hasBody ? { body } : {}),
      credentials: "omit",
      redirect: "manual",
      referrerPolicy: "no-referrer",
    },
  ];
};

/** Maximum number of shown characters of a response. */
const longest = 200_000;

const show = async (out, response, took) => {
  const text = await response.text();
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const body = indent(text);
  const status = make(
    "p",
    { class: "ref-try-status" },
    `${response.status} ${response.statusText} · ${Math.round(took)} ms`,
  );
  const head = make("pre", { class: "ref-code ref-try-headers", tabindex: "0" }, lines);
  const shown = body.length > longest ? `${body.slice(0, longest)}\n…` : body;
  out.replaceChildren(
    status,
    make("pre", { class: "ref-code ref-try-body", tabindex: "0" }, shown),
    head,
  );
};

const secretLabels = { key: "key", basic: "user:password", bearer: "token" };

/**
 * The security alternatives. If there are several, the reader chooses one, and its fields are
 * shown; each needs all of its schemes.
 * @returns the input for the schemes of the chosen alternative
 */
const buildAuth = (ways, add, rows) => {
  const fields = new Map();
  const choices = [];
  if (ways.length > 1) {
    const name = `try-${(count += 1)}`;
    const labels = ways.map((way, at) => {
      const choice = make("input", { type: "radio", name });
      choice.checked = at === 0;
      choices.push(choice);
      return make("label", {}, choice, ` ${way.map((one) => one.name).join(" and ") || "None"}`);
    });
    rows.push(
      make("fieldset", { class: "ref-try-ways" }, make("legend", {}, "Authentication"), ...labels),
    );
  }
  const chosen = () =>
    ways[
      Math.max(
        0,
        choices.findIndex(({ checked }) => checked),
      )
    ] ?? [];
  for (const { name, kind } of ways.flat()) {
    if (fields.has(name)) continue;
    const type = { type: "password", autocomplete: "new-password", "data-auth": name };
    fields.set(name, add(`${name} (${secretLabels[kind]})`, "input", type));
  }
  const show = () => {
    const names = new Set(chosen().map(({ name }) => name));
    for (const [name, field] of fields) field.parentElement.hidden = !names.has(name);
  };
  for (const choice of choices) choice.addEventListener("change", show);
  show();
  return () => chosen().map((scheme) => ({ scheme, secret: fields.get(scheme.name).value }));
};

/** A selection if all values are known; an optional value can be omitted. */
const buildParameter = (add, { name, in: place, required, value, choices, many }) => {
  const label = `${name} (${place}${required ? ", required" : ""})`;
  const attributes = { "data-parameter": name };
  if (!choices) {
    const field = add(label, "input", attributes);
    field.value = value;
    return field;
  }
  const given = many ? itemsOf(readValue(value)) : [value];
  const values = required || many ? choices : ["", ...choices];
  const options = values.map((text) => {
    const option = make("option", { value: text }, text || "not sent");
    option.selected = given.includes(text);
    return option;
  });
  return add(label, "select", many ? { ...attributes, multiple: "" } : attributes, ...options);
};

/** One field for the whole body, or one for each part of a form. */
const buildBody = (body, add) => {
  if (!body) return () => "";
  if (!body.parts) {
    const field = add(`Body (${body.mediaType})`, "textarea", { rows: "8" });
    field.value = body.text;
    return () => field.value;
  }
  const fields = body.parts.map(({ name, value, isFile }) => {
    const field = add(`${name} (form)`, "input", { type: isFile ? "file" : "text" });
    if (!isFile) field.value = value;
    return [name, field];
  });
  return () => {
    const form = new FormData();
    for (const [name, { files, value }] of fields)
      for (const item of files ?? [value]) if (item) form.append(name, item);
    return form;
  };
};

const buildForm = (template, chosenServer) => {
  const rows = [];
  const add = (text, tag, attributes, ...children) => {
    const { field, row } = makeField(text, tag, attributes, ...children);
    rows.push(row);
    return field;
  };
  const options = template.servers.map((server) => make("option", { value: server }, server));
  const server = add("Server", "select", {}, ...options);
  if (chosenServer) server.value = chosenServer;
  const readAuth = buildAuth(template.auth, add, rows);
  const parameters = template.parameters.map((parameter) => {
    const field = buildParameter(add, parameter);
    // A browser sends its own cookies, and does not let a page set them.
    field.disabled = parameter.in === "cookie";
    return field;
  });
  return { rows, server, readAuth, parameters, readBody: buildBody(template.body, add) };
};

/**
 * Methods and headers of requests that a browser sends without a preflight (Fetch Standard §2.2.1,
 * §2.2.2).
 */
const isSimple = (method, headers) =>
  ["GET", "HEAD", "POST"].includes(method) &&
  headers.every(
    ([name, value]) =>
      ["accept", "accept-language", "content-language"].includes(name) ||
      (name === "content-type" &&
        /^(?:text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\b/.test(value)),
  );

/**
 * The response headers with which the API allows a page of this origin to send the request and read
 * the response.
 */
const listNeeded = ({ method, headers }) => {
  const sent = [...headers];
  const allow = `Access-Control-Allow-Origin: ${location.origin}`;
  if (isSimple(method, sent)) return allow;
  const names = sent.map(([name]) => name).filter((name) => name !== "accept");
  return [
    `OPTIONS must be answered with 204 and`,
    `  ${allow}`,
    `  Access-Control-Allow-Methods: ${method}`,
    ...(names.length > 0 ? [`  Access-Control-Allow-Headers: ${names.join(", ")}`] : []),
    `${method} must be answered with`,
    `  ${allow}`,
  ].join("\n");
};

/** Whether the server responds; the browser hides the response from the page. */
const answers = (address) =>
  window
    .fetch(address.origin, {
      method: "HEAD",
      mode: "no-cors",
      credentials: "omit",
      referrerPolicy: "no-referrer",
    })
    .then(
      () => true,
      () => false,
    );

const fail = (text) => make("p", { class: "ref-try-error", role: "alert" }, text);

const redirected =
  "The API redirects this request. It was not followed: it would send your headers elsewhere.";

/**
 * Browsers hide from pages why a request failed: this text gives the probable reason and its
 * solution.
 */
const explain = async (address, request) => {
  const say = (text) => make("p", {}, text);
  const isLocal = /^(?:localhost|127\.|\[::1\])/.test(address.hostname);
  if (location.protocol === "https:" && address.protocol === "http:" && !isLocal)
    return [
      fail(
        "No response: this page was loaded over https, and browsers do not let such a page call http.",
      ),
      say("The API needs a URL with https. The curl sample works from a terminal."),
    ];
  if (!(await answers(address)))
    return [
      fail(`No response: no server responds at ${address.origin}.`),
      say(
        "The API may not be running, its name or certificate may be wrong, or this browser cannot reach it. Check the server’s URL first.",
      ),
    ];
  return [
    fail(`${address.origin} answers, but does not let this page read its answers (CORS).`),
    say(
      "Whether the request had an effect is unknown. The operator of the API can allow this page with headers. The curl sample works from a terminal without them.",
    ),
    make("pre", { class: "ref-code ref-try-needed", tabindex: "0" }, listNeeded(request)),
  ];
};

/** Sends the request of the form, and shows the response or the reason of a failure. */
const call = async (template, fields, send, out) => {
  send.disabled = true;
  out.replaceChildren(make("p", {}, "Sending…"));
  const began = performance.now();
  try {
    const [address, request] = readRequest(template, fields);
    // The reader's browser sends it, and restricts its targets.
    const response = await window.fetch(address, request).catch(() => null);
    if (response === null) out.replaceChildren(...(await explain(address, request)));
    else if (response.type === "opaqueredirect") out.replaceChildren(fail(redirected));
    else await show(out, response, performance.now() - began);
  } catch (error) {
    out.replaceChildren(fail(`Not sent: ${error.message}`));
  } finally {
    send.disabled = false;
  }
  // The form may be longer than the screen.
  out.scrollIntoView({ block: "nearest" });
};

const forms = new WeakMap();

/**
 * Inserts the form above the samples, once; later the button hides or shows it.
 * @param {HTMLButtonElement} button with the template in `data-try-it`
 */
export const openTryIt = (button) => {
  const known = forms.get(button);
  if (known !== undefined) {
    known.hidden = !known.hidden;
    button.setAttribute("aria-expanded", String(!known.hidden));
    if (!known.hidden) known.querySelector("input, select, textarea")?.focus();
    return known;
  }
  const template = JSON.parse(button.dataset.tryIt ?? "{}");
  const bar = button.closest(".ref-address");
  const fields = buildForm(template, bar?.querySelector(".ref-servers")?.value);
  const out = make("div", { class: "ref-try-answer", "aria-live": "polite" });
  const send = make("button", { type: "submit", class: "ref-try-send" }, "Send");
  const form = make(
    "form",
    { class: "ref-try-form", autocomplete: "off", "aria-label": "Try it" },
    ...fields.rows,
    send,
    out,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void call(template, fields, send, out);
  });
  forms.set(button, form);
  const samples = button.closest(".ref")?.querySelector(".ref-samples");
  if (samples) samples.prepend(form);
  else (bar ?? button).after(form);
  button.setAttribute("aria-expanded", "true");
  form.querySelector("input, select, textarea")?.focus();
  return form;
};

/**
 * Shows a newly chosen server in the samples and the form.
 * @param {HTMLSelectElement} select
 */
export const chooseServer = (select) => {
  const before = select.dataset.server ?? select.options[0].value;
  select.dataset.server = select.value;
  const field = document.querySelector(".ref-try-form select");
  if (field !== null) field.value = select.value;
  for (const code of document.querySelectorAll(".ref-samples [data-language]")) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const at = text.data.indexOf(before);
      if (at >= 0) text.replaceData(at, before.length, select.value);
    }
  }
};

// What JavaScript adds to a page: search as a dialog, copy buttons, a theme switch, prefetching,
// and the reader's position in the table of contents. Reading needs none of it, so the page is drawn
// first.
await new Promise((resolve) => {
  requestAnimationFrame(() => {
    placeSidebar();
    setTimeout(resolve);
  });
});

// Restores the scroll position of the sidebar, and makes the current page visible.
function placeSidebar() {
  const side = document.querySelector(".side");
  const current = side?.querySelector("[aria-current]");
  if (!current) return;
  const key = `side ${location.pathname.split("/", 4).join("/")}`;
  try {
    side.scrollTop = Number(sessionStorage.getItem(key));
    addEventListener("pagehide", () => sessionStorage.setItem(key, side.scrollTop));
  } catch {
    // Storage is not available: the sidebar begins at the current page.
  }
  const { top, bottom } = current.getBoundingClientRect();
  const edge = side.getBoundingClientRect();
  if (top < edge.top || bottom > edge.bottom) side.scrollTop += top - edge.top - edge.height / 2;
  side.firstElementChild.addEventListener("toggle", () =>
    current.scrollIntoView({ block: "center" }),
  );
}

const { documentElement: root } = document;
const listen = (target, events, act) => {
  for (const event of events.split(" ")) target?.addEventListener(event, act);
};

const themeSwitch = document.querySelector("[data-theme-switch]");
if (themeSwitch !== null) {
  themeSwitch.hidden = false;
  listen(themeSwitch, "click", () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // The theme applies only to this page.
    }
  });
}

const copy = async (button, read) => {
  const label = button.textContent;
  await navigator.clipboard.writeText(await read());
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = label), 1500);
};

for (const block of document.querySelectorAll(".lm-code, .ref-card")) {
  const code = block.querySelector("code");
  if (code === null) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  listen(button, "click", () => copy(button, () => code.innerText));
  block.append(button);
}

const pageCopy = document.querySelector("[data-copy-page]");
if (pageCopy !== null) {
  pageCopy.hidden = false;
  const read = async () => (await fetch(pageCopy.dataset.copyPage)).text();
  listen(pageCopy, "click", () => copy(pageCopy, read));
}

const fetched = new Set();
const prefetch = ({ target }) => {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  if (link === null || link.origin !== location.origin || link.pathname === location.pathname)
    return;
  if (fetched.has(link.pathname) || navigator.connection?.saveData) return;
  fetched.add(link.pathname);
  const hint = document.createElement("link");
  hint.rel = "prefetch";
  hint.href = link.pathname;
  document.head.append(hint);
};
listen(document, "pointerover focusin", prefetch);

const outline = new Map();
for (const link of document.querySelectorAll(".outline a")) {
  const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (heading !== null) outline.set(heading, link);
}
if (outline.size > 0) {
  const seen = new IntersectionObserver(
    (entries) => {
      const first = entries.find((entry) => entry.isIntersecting);
      if (first === undefined) return;
      for (const link of outline.values()) link.removeAttribute("aria-current");
      outline.get(first.target).setAttribute("aria-current", "true");
    },
    { rootMargin: "-15% 0px -70% 0px" },
  );
  for (const heading of outline.keys()) seen.observe(heading);
}

// A separate module sends requests from an API reference, because few readers need it.
const { tryIt } = document.body.dataset;
if (tryIt !== undefined) {
  for (const button of document.querySelectorAll("[data-try-it]")) {
    if (button === document.body) continue;
    button.hidden = false;
    listen(button, "click", async () => (await import(tryIt)).openTryIt(button));
    const bar = button.parentElement;
    const servers = bar.querySelector("select");
    listen(servers, "change", async () => (await import(tryIt)).chooseServer(servers));
    const copyButton = bar.querySelector(".ref-copy");
    copyButton.hidden = false;
    const read = (selector) => bar.querySelector(selector)?.textContent ?? "";
    listen(copyButton, "click", () =>
      copy(copyButton, () => (servers?.value ?? read(".ref-server")) + read(".ref-url code")),
    );
  }
}

const dialog = document.querySelector("[data-search]");
const opener = document.querySelector("[data-search-open]");
if (dialog !== null && opener !== null) {
  const input = dialog.querySelector("input");
  const list = dialog.querySelector("ul");
  const status = dialog.querySelector("[role=status]");
  const ask = dialog.dataset.searchHref;
  let chosen = -1;
  let asked = 0;

  const open = (event) => {
    event.preventDefault();
    if (!dialog.open) {
      dialog.showModal();
      // The first search of a version builds its index: this starts while the reader types.
      void fetch(`${ask}?q=`, { headers: { accept: "application/json" } }).catch(() => null);
    }
    input.select();
  };
  const choose = (at) => {
    const options = [...list.querySelectorAll("[role=option]")];
    chosen = options.length === 0 ? -1 : (at + options.length) % options.length;
    for (const [place, option] of options.entries()) {
      option.setAttribute("aria-selected", String(place === chosen));
      if (place === chosen) option.scrollIntoView({ block: "nearest" });
    }
    if (chosen < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", options[chosen].id);
  };
  const mark = (text) => {
    const line = document.createElement("p");
    for (const [at, part] of text.split(/[\uE000\uE001]/).entries()) {
      if (at % 2 === 0) line.append(part);
      else line.append(Object.assign(document.createElement("mark"), { textContent: part }));
    }
    return line;
  };
  const show = (finds) => {
    const items = finds.map((find, at) => {
      const link = document.createElement("a");
      Object.assign(link, { href: find.href, id: `lm-find-${at}`, role: "option", tabIndex: -1 });
      const trail = Object.assign(document.createElement("small"), { textContent: find.trail });
      link.append(find.title, find.heading ? ` › ${find.heading}` : "", trail, mark(find.excerpt));
      const item = document.createElement("li");
      item.role = "presentation";
      item.append(link);
      return item;
    });
    list.replaceChildren(...items);
    input.setAttribute("aria-expanded", String(items.length > 0));
    choose(0);
  };
  const search = async () => {
    const query = input.value.trim();
    asked += 1;
    const mine = asked;
    if (query === "") {
      status.textContent = "";
      return show([]);
    }
    const response = await fetch(`${ask}?q=${encodeURIComponent(query)}`, {
      headers: { accept: "application/json" },
    }).catch(() => null);
    const body = response?.ok ? await response.json().catch(() => null) : null;
    if (mine !== asked) return;
    show(body?.items ?? []);
    status.textContent =
      body === null
        ? "Search does not answer. Try again."
        : body.items.length === 0
          ? `Nothing was found for “${query}”. Try other words, or part of a word.`
          : body.items.length === 1
            ? "1 result"
            : `${body.items.length} results`;
  };
  let timer;
  listen(input, "input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void search(), 80);
  });
  listen(input, "keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Enter") {
      event.preventDefault();
      list.querySelector("[aria-selected=true]")?.click();
    }
  });
  listen(opener, "click", open);
  listen(dialog, "click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  listen(document, "keydown", (event) => {
    const isTyping =
      event.target instanceof Element && event.target.closest("input, textarea, select");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey) open(event);
    if (event.key === "k" && (event.ctrlKey || event.metaKey)) open(event);
  });
}

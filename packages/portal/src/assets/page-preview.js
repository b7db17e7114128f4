// Shows a page of documentation in a frame that the web app puts next to the editor. The frame has an opaque origin and
// may ask for nothing: the app sends it the HTML, and the images as data.
const article = document.querySelector("article");
const images = new Map();

const send = (message) => parent.postMessage(message, "*");

/** The HTML is built where it loads nothing, and gets its images before it is shown. */
function show(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  for (const image of template.content.querySelectorAll("img, source, video, audio"))
    place(image, image.getAttribute("src") ?? "");
  article.replaceChildren(template.content);
}

function place(image, address) {
  image.removeAttribute("src");
  image.removeAttribute("srcset");
  if (!address.startsWith("/_base/_assets/")) return;
  image.dataset.address = address;
  if (images.has(address)) image.src = images.get(address);
  else send({ kind: "image", address });
}

function receive(address, data) {
  images.set(address, data);
  for (const image of article.querySelectorAll("[data-address]"))
    if (image.dataset.address === address) image.src = data;
}

addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  if (data.kind === "show") show(data.html);
  if (data.kind === "image") receive(data.address, data.data);
  if (data.kind === "theme") document.documentElement.dataset.theme = data.theme;
});
addEventListener("click", (event) => {
  const address = event.target.closest?.("a[href]")?.getAttribute("href");
  if (address === undefined || address === null || address.startsWith("#")) return;
  event.preventDefault();
  send({ kind: "link", address });
});
addEventListener("submit", (event) => event.preventDefault());
send({ kind: "ready" });

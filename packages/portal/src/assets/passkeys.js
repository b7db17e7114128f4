// Passkeys need a script: the pages offer them only where it runs.
const { browserSupportsWebAuthn, startAuthentication, startRegistration } =
  globalThis.SimpleWebAuthnBrowser;

const ceremonies = { signIn: startAuthentication, register: startRegistration };

/** The challenge of the server; null where the person is sent to the page for sign-in instead. */
async function readOptions(address) {
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams() });
  const body = await answer.json();
  if (answer.ok) return body;
  if (typeof body.signIn !== "string") throw new Error(body.message);
  location.assign(body.signIn);
  return null;
}

async function perform(form) {
  const optionsJSON = await readOptions(form.dataset.options);
  if (optionsJSON === null) return;
  const response = await ceremonies[form.dataset.passkey]({ optionsJSON });
  form.elements.response.value = JSON.stringify(response);
  form.submit();
}

function explain(error) {
  if (error.name === "NotAllowedError") return "The passkey was not used. Try again.";
  if (error.name === "InvalidStateError")
    return "This device has a passkey of this account already.";
  return error.message;
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!browserSupportsWebAuthn()) continue;
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const alert = form.querySelector("[role=alert]");
    alert.hidden = true;
    perform(form).catch((error) => {
      alert.textContent = explain(error);
      alert.hidden = false;
    });
  });
}

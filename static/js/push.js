/* The button that lets this browser take push messages: asks, subscribes, and sends what the server needs to know. */

const button = document.querySelector("[data-push]");
const form = button?.form;
const able = isSecureContext && "serviceWorker" in navigator && "PushManager" in self && "Notification" in self;

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function encoded(buffer) {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("denied");
  const { pushManager } = await navigator.serviceWorker.ready;
  // One of another key would not be heard any more.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(button.dataset.push) });
  form.elements.endpoint.value = made.endpoint;
  for (const name of ["p256dh", "auth"]) form.elements[name].value = encoded(made.getKey(name));
  form.requestSubmit();
}

if (able) {
  form.querySelector("[data-push-none]").hidden = true;
  button.hidden = false;
  button.addEventListener("click", () => {
    button.disabled = true;
    subscribe().catch(() => {
      button.disabled = false;
      form.querySelector("[data-push-denied]").hidden = false;
    });
  });
}

/**
 * A part of the contact page's inline script. A form that is sent before its script has started shows the studio's own
 * messages as well: the browser's are held back, and the form sends itself once it has started. If that takes too long,
 * the browser's are shown after all.
 */
const { navigation } = (document.currentScript as HTMLScriptElement).dataset;

const holdBack = (event: Event) => {
  event.preventDefault();
  const { form } = event.target as HTMLInputElement;
  if (!form || "pressed" in form.dataset) return;
  form.dataset.pressed = "";
  import(/* @vite-ignore */ navigation as string);
  setTimeout(() => {
    if (form.noValidate) return;
    removeEventListener("invalid", holdBack, true);
    form.reportValidity();
  }, 4000);
};
addEventListener("invalid", holdBack, true);

import { readAbout } from "../parts/book-link.ts";

/**
 * Writes in the form what its address says it is about, and shows that above it, with the picture of the page that the
 * visitor came from.
 */
export function fillTicket(page: HTMLElement, query: string, from?: HTMLElement) {
  const subject = page.querySelector<HTMLOptionElement>(`option[data-about="${readAbout(query)}"]`);
  const field = page.querySelector<HTMLInputElement>("[name=treatment]");
  if (!subject || !field) return;
  field.value = subject.value;
  const ticket = page.querySelector<HTMLElement>("[data-ticket]");
  if (!ticket) return;
  ticket.querySelector("img")?.remove();
  const picture = from?.querySelector("img")?.currentSrc;
  if (picture) ticket.prepend(Object.assign(new Image(96, 72), { src: picture, alt: "" }));
  for (const name of ticket.querySelectorAll("b")) name.textContent = subject.value;
  for (const change of ticket.querySelectorAll("details")) change.open = false;
  ticket.hidden = false;
}

import type { FilledForm } from "../requests/request.ts";
import { type DocumentProps, toHtml } from "./document.tsx";
import { Contact } from "./pages/contact/contact.tsx";
import type { ContactProps } from "./pages/contact/contact-props.ts";

/** The data with which the built contact page can be rendered again. */
export interface SavedContactPage {
  document: DocumentProps;
  props: ContactProps;
}

/**
 * Renders the contact page with what a form holds and its errors: a visitor's text that was rejected, or the treatment
 * that the address names. The server runs it, so that both need no script.
 */
export function renderFilledForm({ document, props }: SavedContactPage, filled: FilledForm): string {
  const hasErrors = Object.keys(filled.errors).length > 0;
  const title = hasErrors ? `${props.form.errorPrefix} ${document.head.title}` : document.head.title;
  return toHtml({ ...document, head: { ...document.head, title } }, <Contact {...props} filled={filled} />);
}

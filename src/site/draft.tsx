import type { FormDraft } from "../requests/request.ts";
import { type DocumentProps, toHtml } from "./document.tsx";
import { Contact } from "./pages/contact/contact.tsx";
import type { ContactProps } from "./pages/contact/contact-props.ts";

/** The contact page as the build left it, to be rendered again. */
export interface SavedContactPage {
  document: DocumentProps;
  props: ContactProps;
}

/** The contact page with what a visitor typed, and what is wrong with it: run by the server where no script runs. */
export function renderDraft({ document, props }: SavedContactPage, draft: FormDraft): string {
  const hasErrors = Object.keys(draft.errors).length > 0;
  const title = hasErrors ? `${props.form.errorPrefix} ${document.head.title}` : document.head.title;
  return toHtml({ ...document, head: { ...document.head, title } }, <Contact {...props} draft={draft} />);
}

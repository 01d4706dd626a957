import { hydrateRoot } from "react-dom/client";
import { ConsultationForm } from "../pages/contact/consultation-form.tsx";

/** Gives the form that stands in the page its script. What was typed into it by then stays. */
export function hydrateForm(island: HTMLElement) {
  hydrateRoot(island, <ConsultationForm {...JSON.parse(island.dataset.island ?? "")} />);
}

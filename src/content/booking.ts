import { isPublic } from "../settings/site-address.ts";
import type { Content } from "./content.ts";
import type { Treatment } from "./schemas/treatment-schema.ts";

/**
 * Lists why a treatment may not be booked. On a public site a question about whether it may be offered at all
 * counts as a no until its owner has written yes beside her answer.
 */
export function bookingBlockers({ studio }: Pick<Content, "studio">, treatment: Treatment, siteUrl: string): string[] {
  const ownReasons = treatment.bookable ? [] : ["its file says bookable: false"];
  if (!isPublic(siteUrl)) return ownReasons;
  const gateReasons = treatment.gates.flatMap((id) => {
    const gate = studio.gates[id];
    return [
      ...(gate && (gate.offer === undefined || gate.offer === true) ? [] : [`${id} has no "offer: yes"`]),
      ...(gate?.needs === "performedBy" && !treatment.performedBy ? [`${id} asks for performedBy in its file`] : []),
    ];
  });
  return [...ownReasons, ...gateReasons];
}

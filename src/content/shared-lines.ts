import type { PageWords } from "./pages.ts";
import { eachList, pointLists, type Treatment } from "./schemas/treatment-schema.ts";

/**
 * Adds to a treatment's text what it shares with others, so that each rule, the first aid for burns and the signs of an
 * emergency stand once in the content and are the same on every page.
 */
export function addSharedLines(treatment: Treatment, { before, risks }: PageWords["treatment"]) {
  const { body, rules, canBurn, numbingCream } = treatment;
  const { intro = [], firstAid = [] } = body.risks;
  const { notes = [] } = body.before;
  const shared = before.rules.filter(({ id }) => rules.includes(id));
  const [emergency, ...others] = body.risks.worry.flatMap((block) => (block.kind === "list" ? block.items : []));
  const mostUrgent = [...(emergency ? [emergency] : []), ...(numbingCream ? [risks.numbingCall] : [])];
  // On every page the ambulance comes first, then emergency and doctors, and the studio's own number last.
  const calls = [...mostUrgent, ...others.slice(0, -1), ...(canBurn ? [risks.burnCall] : []), ...others.slice(-1)];
  return {
    ...body,
    risks: {
      ...body.risks,
      intro,
      firstAid: [...(canBurn ? [{ kind: "paragraph" as const, text: { parts: [risks.burn] } }] : []), ...firstAid],
      worry: [
        ...body.risks.worry.filter(({ kind }) => kind !== "list"),
        ...(calls.length ? [{ kind: "list" as const, items: calls }] : []),
      ],
    },
    before: {
      ...body.before,
      notes,
      ...eachList((list) => [
        ...shared.filter((rule) => rule.list === pointLists[list]).map(({ text }) => text),
        ...body.before[list],
      ]),
    },
  };
}

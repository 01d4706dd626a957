/** What the owner asked for cannot be done, for a reason that she can change. The message says it, and nothing was changed. */
export class Refusal extends Error {}

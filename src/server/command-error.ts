/** Why a command is not carried out, in words for the person who gave it. */
export class CommandError extends Error {}

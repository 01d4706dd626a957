/** Its message explains to the person at the terminal why the command failed. */
export class CommandError extends Error {}

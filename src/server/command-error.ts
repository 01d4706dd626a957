import { SettingsError } from "../settings/variables.ts";

/** Its message explains to the person at the terminal why the command failed. */
export class CommandError extends Error {}

/** Runs a command, and prints the reason alone where it cannot do what it was asked. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

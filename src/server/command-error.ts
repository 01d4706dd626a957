import { errorProperties } from "../log/errors.ts";
import { SettingsError } from "../settings/variables.ts";

/** Its message explains to the person at the terminal why the command failed. */
export class CommandError extends Error {}

/** Runs a command, and prints the reason alone where it cannot do what it was asked. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    // A reader such as `head` may close the pipe early.
    if (errorProperties(error).code === "EPIPE") return;
    if (!(error instanceof Error)) throw error;
    const isExpected = error instanceof CommandError || error instanceof SettingsError;
    console.error(isExpected ? error.message : `Not done: ${error.message}`);
    process.exitCode = 1;
  }
}

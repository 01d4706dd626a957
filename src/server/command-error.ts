import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { errorProperties } from "../log/errors.ts";
import { SettingsError } from "../settings/variables.ts";

/** Its message explains to the person at the terminal why the command failed. */
export class CommandError extends Error {}

/**
 * Prints what a command says as fast as it is read, so that memory does not grow with the number of requests, and the
 * reason alone where the command cannot do what it was asked.
 */
export async function runCommand(command: () => AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(command(), { highWaterMark: 100 }), process.stdout, { end: false });
  } catch (error) {
    // A reader such as `head` may close the pipe early.
    if (errorProperties(error).code === "EPIPE") return;
    if (!(error instanceof Error)) throw error;
    const isExpected = error instanceof CommandError || error instanceof SettingsError;
    console.error(isExpected ? error.message : `Not done: ${error.message}`);
    process.exitCode = 1;
  }
}

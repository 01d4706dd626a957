import type { ChildProcess } from "node:child_process";

/** Keeps one process at a time, which is started again, when its code has changed, once the one before has ended. */
export function keepProcess(start: () => ChildProcess) {
  let child = start();
  let isEnding = false;
  return {
    restart() {
      // The process that starts next reads the newest code.
      if (isEnding) return;
      isEnding = true;
      child.once("exit", () => {
        isEnding = false;
        child = start();
      });
      if (!child.kill("SIGTERM")) child.emit("exit");
    },
    stop() {
      isEnding = true;
      child.removeAllListeners("exit");
      child.kill("SIGTERM");
    },
  };
}

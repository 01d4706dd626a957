/** Together with the sending itself shorter than the lease of a job. */
const patience = 3 * 60_000;

export const monotonicNow = () => performance.now();

/** What was sent and is not noted would be sent again, so noting it is tried until a store that was away is back. */
export async function noteSent(
  { elapsed = monotonicNow }: { elapsed?: () => number },
  note: () => Promise<void>,
): Promise<void> {
  const end = elapsed() + patience;
  for (;;) {
    try {
      return await note();
    } catch (error) {
      if (elapsed() >= end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}

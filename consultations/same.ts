const digest = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).join();

/** Digests are compared, so that the time it takes tells nothing of the secret. */
export const same = async (given: string, secret: string): Promise<boolean> =>
  (await digest(given)) === (await digest(secret));

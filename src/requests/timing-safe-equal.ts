const sha256 = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).join();

/** Digests are compared, so that the time it takes reveals nothing about the secret. */
export const timingSafeEqual = async (candidate: string, secret: string): Promise<boolean> =>
  (await sha256(candidate)) === (await sha256(secret));

import type { KeyValues } from "./store/store.ts";

type LinkSettings = {
  store: Pick<KeyValues, "get" | "getOrSet" | "set">;
  siteUrl: string;
  /** Changing it invalidates everything that was signed or hashed before. */
  deskEpoch: string;
};

export type DeskLinks = ReturnType<typeof createDeskLinks>;

/** Signed links to the desk for use in emails, and the CSRF tokens of its forms. */
export function createDeskLinks({ store, siteUrl, deskEpoch }: LinkSettings) {
  let cached: { key: Promise<CryptoKey>; until: number } | null = null;

  /** All processes on one store share the key: the first process that needs it generates it. */
  async function readKey(): Promise<CryptoKey> {
    const secret = (await store.get(keyName)) ?? (await store.getOrSet(keyName, newSecret()));
    return crypto.subtle.importKey("raw", decode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
  }
  /** Another process may renew the key, so it is read again, but not for each of many visitors in one second. */
  async function key(): Promise<CryptoKey> {
    if (!cached || performance.now() >= cached.until) cached = { key: readKey(), until: performance.now() + 1_000 };
    try {
      return await cached.key;
    } catch (error) {
      cached = null;
      throw error;
    }
  }

  const signedBytes = (purpose: string, value: string) =>
    new TextEncoder().encode(`${purpose}\n${deskEpoch}\n${value}`);
  const sign = async (purpose: string, value: string, signingKey = key()) =>
    encode(new Uint8Array(await crypto.subtle.sign("HMAC", await signingKey, signedBytes(purpose, value))));
  /** The comparison takes the same time wherever the first difference is. */
  const verify = async (purpose: string, value: string, signature: string) =>
    signaturePattern.test(signature) &&
    crypto.subtle.verify("HMAC", await key(), decode(signature), signedBytes(purpose, value));

  return {
    url: new URL("/desk", siteUrl).href,
    /** Opens one request, for as long as the request exists. */
    async requestLink(reference: string): Promise<string> {
      // An email is read later, so its link is never signed with a key that was just replaced.
      return new URL(`/desk/r/${reference}.${await sign("request", reference, readKey())}`, siteUrl).href;
    },
    /** The reference of the request that a signed name opens; null if the signature is not ours. */
    async referenceFromLink(signedName: string): Promise<string | null> {
      const [reference = "", signature = "", ...rest] = signedName.split(".");
      return rest.length === 0 && (await verify("request", reference, signature)) ? reference : null;
    },
    /** Each form carries this token, so that a form which another site made for the same visitor is refused. */
    csrfToken: (subject: string) => sign("form", subject),
    isCsrfToken: (token: string, subject: string) => verify("form", subject, token),
    /** The store keeps this hash in place of the secret that the owner's device holds. */
    hashSecret: (purpose: "session" | "sign-in", secret: string) => sign(purpose, secret),
    /** Ends everything that was signed or hashed before: sessions, links in emails, and forms. */
    async renewKey(): Promise<void> {
      await store.set(keyName, newSecret());
      cached = null;
    },
  };
}

const keyName = "desk key";
const newSecret = (): string => encode(crypto.getRandomValues(new Uint8Array(32)));

/** 32 bytes in their only canonical base64url form: the last of 43 characters carries four bits. */
const signaturePattern = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

const encode = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

const decode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

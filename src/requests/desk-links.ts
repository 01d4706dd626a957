import type { KeyValues } from "./store/store.ts";

/** Signed links to the desk for use in emails, and the CSRF tokens of its forms. */
export type DeskLinks = {
  url: string;
  /** Opens one request, for as long as the request exists. */
  requestLink(reference: string): Promise<string>;
  /** The reference of the request that a signed name opens; null if the signature is not ours. */
  referenceFromLink(signedName: string): Promise<string | null>;
  /** Each form carries this token, so that a form which another site made for the same visitor is refused. */
  csrfToken(subject: string): Promise<string>;
  isCsrfToken(token: string, subject: string): Promise<boolean>;
  /** The store keeps this hash in place of the secret that the owner's device holds. */
  hashSecret(purpose: "session" | "sign-in", secret: string): Promise<string>;
};

type LinkSettings = {
  store: Pick<KeyValues, "getOrSet">;
  siteUrl: string;
  /** Changing it invalidates everything that was signed or hashed before. */
  deskEpoch: string;
};

export function createDeskLinks({ store, siteUrl, deskEpoch }: LinkSettings): DeskLinks {
  let keyPromise: Promise<CryptoKey> | null = null;

  /** All processes on one store share the key: the first process that needs it generates it. */
  async function key(): Promise<CryptoKey> {
    keyPromise ??= store
      .getOrSet("desk key", encode(crypto.getRandomValues(new Uint8Array(32))))
      .then((secret) =>
        crypto.subtle.importKey("raw", decode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]),
      );
    try {
      return await keyPromise;
    } catch (error) {
      keyPromise = null;
      throw error;
    }
  }

  const signedBytes = (purpose: string, value: string) =>
    new TextEncoder().encode(`${purpose}\n${deskEpoch}\n${value}`);
  const sign = async (purpose: string, value: string) =>
    encode(new Uint8Array(await crypto.subtle.sign("HMAC", await key(), signedBytes(purpose, value))));
  /** The comparison takes the same time wherever the first difference is. */
  const verify = async (purpose: string, value: string, signature: string) =>
    signaturePattern.test(signature) &&
    crypto.subtle.verify("HMAC", await key(), decode(signature), signedBytes(purpose, value));

  return {
    url: new URL("/desk", siteUrl).href,
    requestLink: async (reference) => new URL(`/desk/r/${reference}.${await sign("request", reference)}`, siteUrl).href,
    async referenceFromLink(signedName) {
      const [reference = "", signature = "", ...rest] = signedName.split(".");
      return rest.length === 0 && (await verify("request", reference, signature)) ? reference : null;
    },
    csrfToken: (subject) => sign("form", subject),
    isCsrfToken: (token, subject) => verify("form", subject, token),
    hashSecret: sign,
  };
}

/** 32 bytes in their only canonical base64url form: the last of 43 characters carries four bits. */
const signaturePattern = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

const encode = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

const decode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

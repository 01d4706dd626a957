import type { Notes } from "./store/store.ts";

/** What the desk is known by: signed addresses that stand in letters, and the marks of its own forms. */
export type DeskLinks = {
  url: string;
  /** Opens one request, for as long as the request exists. */
  linkTo(reference: string): Promise<string>;
  /** The request that a signed name opens; null for anything that was not signed here. */
  referenceOf(signed: string): Promise<string | null>;
  /** What a form carries, so that it can be told from one that somebody else made for the same visitor. */
  formMark(owner: string): Promise<string>;
  isFormMark(mark: string, owner: string): Promise<boolean>;
  /** What is kept in place of a secret that somebody else holds. */
  seal(purpose: "session" | "sign-in", secret: string): Promise<string>;
};

type LinkSettings = {
  store: Pick<Notes, "agree">;
  siteUrl: string;
  /** Changed, it voids whatever was signed or sealed before. */
  deskEpoch: string;
};

export function createDeskLinks({ store, siteUrl, deskEpoch }: LinkSettings): DeskLinks {
  let agreed: Promise<CryptoKey> | null = null;

  /** One for all processes on the store: the first to need it draws it. */
  async function key(): Promise<CryptoKey> {
    agreed ??= store
      .agree("desk key", encode(crypto.getRandomValues(new Uint8Array(32))))
      .then((secret) =>
        crypto.subtle.importKey("raw", decode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]),
      );
    try {
      return await agreed;
    } catch (error) {
      agreed = null;
      throw error;
    }
  }

  const words = (purpose: string, of: string) => new TextEncoder().encode(`${purpose}\n${deskEpoch}\n${of}`);
  const sign = async (purpose: string, of: string) =>
    encode(new Uint8Array(await crypto.subtle.sign("HMAC", await key(), words(purpose, of))));
  /** The comparison takes the same time wherever the first difference is. */
  const verify = async (purpose: string, of: string, signature: string) =>
    wellFormed.test(signature) && crypto.subtle.verify("HMAC", await key(), decode(signature), words(purpose, of));

  return {
    url: new URL("/desk", siteUrl).href,
    linkTo: async (reference) => new URL(`/desk/r/${reference}.${await sign("request", reference)}`, siteUrl).href,
    async referenceOf(signed) {
      const [reference = "", signature = "", ...rest] = signed.split(".");
      return rest.length === 0 && (await verify("request", reference, signature)) ? reference : null;
    },
    formMark: (owner) => sign("form", owner),
    isFormMark: (mark, owner) => verify("form", owner, mark),
    seal: sign,
  };
}

/** 32 bytes in one way of writing them only: the last of 43 signs carries four bits. */
const wellFormed = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

const encode = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

const decode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

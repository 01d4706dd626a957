/** Types for the parts we use of packages that come without types. */

declare module "wawoff2" {
  export function decompress(woff2: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
}

declare module "libheif-js/wasm-bundle.js" {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    display<Pixels>(into: Pixels, done: (shown: Pixels | null) => void): void;
  }
  const libheif: { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
  export default libheif;
}

declare module "@adobe/structured-data-validator" {
  export default class Validator {
    constructor(vocabulary: { "@graph": object[] });
    validate(data: { jsonld: Record<string, object[]> }): Promise<{ issueMessage: string; rootType: string }[]>;
  }
}

/** What is used of packages that come without types. */

declare module "wawoff2" {
  export function decompress(woff2: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
}

declare module "@adobe/structured-data-validator" {
  export default class Validator {
    constructor(vocabulary: { "@graph": object[] });
    validate(data: { jsonld: Record<string, object[]> }): Promise<{ issueMessage: string; rootType: string }[]>;
  }
}

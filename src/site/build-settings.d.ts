/** Filled in by Vite from the settings of the build; see src/build/vite-settings.ts. */
declare const __BACKEND_URL__: string;
declare const __BACKEND_KEY__: string;

/** Generated from the studio's content; see src/build/failure-module.ts. */
declare module "virtual:failure-message" {
  export const failure: import("./failure-message.tsx").FailureMessage;
}

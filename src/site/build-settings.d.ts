/** Filled in by Vite from the settings of the build; see src/build/bundle.ts. */
declare const __BACKEND_URL__: string;
declare const __BACKEND_KEY__: string;
/** Whether the form is sent to the function of this repository, on our own server or at a hosted backend. */
declare const __OWN_FUNCTION__: boolean;

/** Generated from the studio's content; see src/build/bundle.ts. */
declare module "virtual:script-data" {
  export const failure: import("./failure-message.tsx").FailureMessage;
  /** Whether the server counts the pages that the script shows. */
  export const countsVisits: boolean;
}

/** Filled in by Vite from the environment of the build; see vite.config.ts. */
declare const __SITE_URL__: string;
declare const __BACKEND_URL__: string;
declare const __BACKEND_KEY__: string;
declare const __RETENTION_DAYS__: string;

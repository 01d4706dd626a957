import { resolve } from "node:path";

/**
 * All that a program inherits which a test starts: where programs are, and what they were compiled to, as hundreds run the
 * same modules. Settings of the person who runs the test are left out.
 */
export const cleanEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? resolve(".cache/compiled"),
};

/** The same, for a git that commits as somebody and reads nobody's settings. */
export const gitEnvironment = {
  ...cleanEnvironment,
  GIT_AUTHOR_NAME: "Owner",
  GIT_COMMITTER_NAME: "Owner",
  EMAIL: "owner@studio.example",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
};

/** Anything can be thrown, and anything can be in an answer: these read what is there and assume nothing. */

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** What a system has written onto its error, or a server into its answer: codes, ports, names. */
export const propertiesOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" ? { ...value } : {};

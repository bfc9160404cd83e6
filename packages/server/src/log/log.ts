/** The part of a logger that the server needs, compatible with pino. */
export type Log = {
  info(details: Details, sentence: string): void
  warn(details: Details, sentence: string): void
  error(details: Details, sentence: string): void
}

/** Every line has the id of this process as `pid` already, and readers of JSON keep only one of two members with a name. */
export type Details = { readonly [member: string]: unknown; readonly pid?: never }

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

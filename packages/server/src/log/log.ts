/** The part of a logger that the server needs, compatible with pino. */
export type Log = {
  info(details: object, sentence: string): void
  warn(details: object, sentence: string): void
  error(details: object, sentence: string): void
}

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

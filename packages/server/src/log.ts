/** What the server's parts need of a logger; pino's has it. */
export type Log = {
  info(details: object, sentence: string): void
  warn(details: object, sentence: string): void
  error(details: object, sentence: string): void
}

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

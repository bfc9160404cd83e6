/** Where an adapter tells what went wrong and was put right without anybody's help. */
export type VenueLog = (message: string, details?: Readonly<Record<string, unknown>>) => void

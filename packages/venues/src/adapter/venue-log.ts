/** The log of an adapter, for faults that it recovers from. */
export type VenueLog = (message: string, details?: Readonly<Record<string, unknown>>) => void

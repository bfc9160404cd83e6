/** The log of an adapter, for faults that mend themselves. */
export type VenueLog = (message: string, details?: Readonly<Record<string, unknown>>) => void

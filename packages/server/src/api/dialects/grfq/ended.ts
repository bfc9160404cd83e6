import type { Rfq } from '@parley/core'

/** Ended for everybody, although a trade of it may still be at the venue. */
export const isEnded = ({ state, ending }: Rfq): boolean => state === 'CLOSED' || ending !== undefined

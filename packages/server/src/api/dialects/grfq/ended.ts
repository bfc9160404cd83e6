import type { Rfq } from '@parley/core'

/** Over for everybody, though a trade of it may still be at the venue. */
export const isEnded = ({ state, ending }: Rfq): boolean => state === 'CLOSED' || ending !== undefined

/** The id of a trade on the tape of direct RFQs, which everybody reads (rulebook 8.7). */
import { createHash } from 'node:crypto'
import type { Trade } from '@parley/core'

/** As many as in every other id: 108 bits. */
const CHARACTERS = 27

/**
 * The trade's own id begins with an order's, which others may have read in a book. Nobody but the two desks knows the maker's order as well,
 * so that nobody else finds the request behind a row of the tape. The migration of the tape says the same in SQL.
 */
export const tapeIdOf = ({ id, makerOrder }: Pick<Trade, 'id' | 'makerOrder'>): string =>
  `t_${createHash('sha256').update(`${id} ${makerOrder}`).digest('hex').slice(0, CHARACTERS)}`

/** The published tape names a request beside each trade: here one of the row's own, which no call knows. */
export const tapeRfqIdOf = (trade: Pick<Trade, 'id' | 'makerOrder'>): string => `r_${tapeIdOf(trade).slice(2)}`

/** The id of a trade on the tape of direct RFQs, which is public (rulebook 8.7). */
import { createHash } from 'node:crypto'
import type { Trade } from '@parley/core'

/** As many as in every other id: 108 bits. */
const CHARACTERS = 27

/**
 * The trade's own id starts with an order's id, which others may have read in a book. Only the two desks also know the maker's order, so no other
 * desk can find the RFQ behind a row of the tape. The migration of the tape does the same in SQL.
 */
export const tapeIdOf = ({ id, makerOrder }: Pick<Trade, 'id' | 'makerOrder'>): string =>
  `t_${createHash('sha256').update(`${id} ${makerOrder}`).digest('hex').slice(0, CHARACTERS)}`

/** The published tape names an RFQ with each trade. Here it is an id that belongs only to the row and that no call knows. */
export const tapeRfqIdOf = (trade: Pick<Trade, 'id' | 'makerOrder'>): string => `r_${tapeIdOf(trade).slice(2)}`

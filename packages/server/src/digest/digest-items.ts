/** The digest lines of a decision for members of a desk who are away (decision 0025). */
import {
  formatPrice,
  formatQuantity,
  nameOfStructure,
  opposite,
  priceText,
  quantityText,
  readersOf,
  rfqFor,
  type DeskId,
  type Rfq,
  type Side,
  type Trade,
} from '@parley/core'
import { changesByRfq, type RfqChange } from '../rfq/changes.ts'
import { viewOfStructure } from '../rfq/structure-view.ts'
import type { PublishedDecision } from '../shards/market-engine.ts'

/** Trades are for users with the trading notifications turned on; new RFQs are for all users, as on the screen. */
export type DigestItem = { readonly desk: DeskId; readonly about: 'RFQ' | 'TRADE'; readonly line: string }

export const digestItemsOf = (decision: PublishedDecision): readonly DigestItem[] =>
  changesByRfq(decision).flatMap((change) => [...rfqItems(change), ...tradeItems(change)])

/** For the makers that received the RFQ. */
function rfqItems({ rfq, isNew, isSent }: RfqChange): readonly DigestItem[] {
  const readers = readersOf(rfq)
  if ((!isNew && !isSent) || readers === 'EVERYBODY') return []
  return readers
    .filter((desk) => desk !== rfq.creator.desk)
    .map((desk) => {
      const from = rfqFor(rfq, desk)?.taker ?? 'an anonymous taker'
      const size = rfq.quantity === undefined ? '' : `${quantityText(formatQuantity(rfq.quantity))} × `
      return { desk, about: 'RFQ', line: `RFQ received from ${from}: ${size}${nameOfStructure(rfq.structure).name}, ${rfq.venue}.` }
    })
}

/** For both desks, once the venue has answered, or both have booked it. */
const tradeItems = ({ rfq, trades }: RfqChange): readonly DigestItem[] =>
  trades
    .filter(({ isNew, trade }) => !isNew && trade.state !== 'PENDING_SETTLEMENT')
    .flatMap(({ trade }) => [
      tradeItem(rfq, trade, trade.taker, trade.takerSide),
      tradeItem(rfq, trade, trade.maker, opposite(trade.takerSide)),
    ])

function tradeItem({ structure, venue }: Rfq, { state, quantity, price, booking }: Trade, desk: DeskId, side: Side): DigestItem {
  const { quote_currency: currency } = viewOfStructure(structure)
  const { name, decimals } = nameOfStructure(structure)
  const size = `${quantityText(formatQuantity(quantity))} × ${name}`
  const what = `${side === 'BUY' ? 'bought' : 'sold'} ${size} at ${priceText(formatPrice(price), decimals)} ${currency}, ${venue}.`
  const rejected = booking === undefined ? 'Trade rejected by the venue' : 'Trade not booked'
  const outcome = state === 'FILLED' ? 'Trade settled' : rejected
  return { desk, about: 'TRADE', line: `${outcome}: ${what}` }
}

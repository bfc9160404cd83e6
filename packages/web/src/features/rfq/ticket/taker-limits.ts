/** The limits that a taker shows to the makers it asked (rulebook 8.4), and the order with which a maker hits one. Pure. */
import type { Level, Order, Rfq } from '@parley/client'
import {
  formatPrice,
  formatQuantity,
  isRefusal,
  legPricesFor,
  parsePrice,
  parseQuantity,
  priceText,
  type Quantity,
  quantityText,
  type Structure,
} from '@parley/core'
import { groupedText } from '../../../components/figure-text.ts'
import { futureText } from '../../structure/future-labels.ts'
import type { MakerDraft } from '../rules/check-direct.ts'
import type { MakerSide, MarkOf } from './maker-form.ts'
import { otherSide, wholeQuantity } from './quote-lines.ts'

/** In a direct RFQ a maker sees only the taker's limits (rulebook 8.3, 8.4). */
export const takerLimits = ({ audience, role, state }: Rfq, shown: readonly Level[] = []): readonly Level[] =>
  audience === 'DIRECT' && role === 'MAKER' && state === 'OPEN' ? shown : []

/** `AMBR bids 0.1098 for 1,000`. An anonymous taker is called the taker. */
export const limitText = ({ side, price, quantity, deskName }: Level, decimals: number): string =>
  `${deskName ?? 'The taker'} ${side === 'BUY' ? 'bids' : 'offers'} ${priceText(price, decimals)} for ${quantityText(quantity)}`

export type Hit =
  | { readonly state: 'CANNOT'; readonly side: MakerSide; readonly price: string; readonly reason: string }
  | {
      readonly state: 'CAN'
      readonly side: MakerSide
      readonly price: string
      /** The whole limit, or the ticket's quantity on that side if that is less. */
      readonly quantity: string
      /** Exactly the order that is sent. */
      readonly draft: MakerDraft
      /** The desk's own quote that becomes the order: a desk has one on each side (rulebook 5.3). */
      readonly replaces: Order | undefined
    }

type Own = Partial<Readonly<Record<MakerSide, Order>>>
export type HitFacts = {
  /** The quantity in the ticket. Undefined if it cannot be read. */
  readonly wanted: string | undefined
  readonly open: Own
  readonly structure: Structure
  readonly markOf: MarkOf
}

export function hitOf(limit: Level, { wanted, open, structure, markOf }: HitFacts): Hit {
  const side = otherSide[limit.side]
  const [price, there, most] = [parsePrice(limit.price), parseQuantity(limit.quantity), parseQuantity(wanted ?? '')]
  const cannot = (reason: string): Hit => ({ state: 'CANNOT', side, price: limit.price, reason })
  if (most === undefined || most <= 0) return cannot(`Enter the ${side === 'BUY' ? 'bid' : 'ask'} quantity.`)
  if (price === undefined || there === undefined) return cannot('The limit cannot be read.')
  const legPrices = legPricesFor(structure, price, markOf)
  if (isRefusal(legPrices)) return cannot(legPrices.message)
  const quantity = formatQuantity(Math.min(there, most) as Quantity)
  const replaces = open[side]
  const draft = { side, legPrices, quantity: wholeQuantity(quantity, replaces), replaces: replaces?.id }
  return { state: 'CAN', side, price: formatPrice(price), quantity, draft, replaces }
}

const verbs: Readonly<Record<MakerSide, string>> = { BUY: 'buy', SELL: 'sell' }

/** `sell 1,000 @ 0.1098`: the order to be sent. */
export const hitLabel = (
  { side, quantity, price }: Pick<Hit & { state: 'CAN' }, 'side' | 'quantity' | 'price'>,
  decimals: number,
): string => `${verbs[side]} ${quantityText(quantity)} @ ${priceText(price, decimals)}`

/** The premium that is paid or received, and the hedge that trades with it. */
export function hitCost({ side, quantity, price }: Pick<Hit & { state: 'CAN' }, 'side' | 'quantity' | 'price'>, rfq: Rfq): string {
  const total = Number(price) * Number(quantity)
  const verb = (side === 'BUY') === total >= 0 ? 'pay' : 'get'
  if (rfq.kind === 'FUTURE') return futureText(side, quantity, rfq.legs).filter(Boolean).join(', ')
  const premium = `${verb} ${groupedText(Math.abs(total), rfq.quoteCurrency === rfq.baseCurrency ? 4 : 2)} ${rfq.quoteCurrency}`
  const hedges = rfq.legs.filter((leg) => leg.price !== undefined)
  return hedges.length === 0 ? premium : [premium, ...futureText(side, quantity, hedges).filter(Boolean)].join(' + ')
}

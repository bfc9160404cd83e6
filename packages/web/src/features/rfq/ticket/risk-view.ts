/** The position whose risk the ticket shows: the desk's trades here, the result of an order, or neither. Pure. */
import {
  formatQuantity,
  parsePrice,
  parseQuantity,
  priceText,
  priceToNumber,
  quantityText,
  quantityToNumber,
  readPrice,
  readQuantity,
} from '@parley/core'
import type { Rfq, Trade } from '@parley/client'
import { limits } from '../../../live/limits.ts'
import { signedText } from '../../../components/figure-text.ts'

type Side = 'BUY' | 'SELL'

/**
 * An order in the entry is considered while the pointer is on its button, while the button waits for a second click, or while its field is edited.
 */
export type Considered = {
  readonly by: 'ORDER' | 'QUOTE'
  readonly side: Side
  readonly quantity: string | undefined
  readonly price: string | undefined
  readonly isFocused: boolean
}

/** Everything that traded on one side, and its money. */
type Dealt = { readonly quantity: number; readonly paid: number }
type Holding = { readonly bought: Dealt; readonly sold: Dealt }
export type Held = Holding & { readonly isSettling: boolean }

export type RiskView = {
  readonly title: string
  readonly detail: string
  /** Positive if bought, negative if sold. */
  readonly quantity: number
  /** The price of one unit. Undefined without a price and without a mark. */
  readonly price: number | undefined
  /** The units that traded or would trade, on both sides together, for each of which the venue charges a fee. */
  readonly charged: number
}

type RiskFacts = {
  /** Undefined if trades are missing from the list. */
  readonly held: Held | undefined
  readonly considered: Considered | undefined
  /** The quantity of the RFQ, or the smallest quantity of a market. */
  readonly size: string
  readonly mark: number | undefined
  readonly decimals: number
  /** The money of what was bought and sold again. */
  readonly currency: string
}

/** Trades that the venue rejected do not count. Pending ones are already binding. */
export function heldOf(trades: readonly Pick<Trade, 'side' | 'quantity' | 'price' | 'state'>[]): Held {
  const standing = trades.filter(({ state }) => state !== 'REJECTED')
  const dealt = (of: Side): Dealt => {
    let [quantity, paid] = [0n, 0n]
    for (const trade of standing.filter(({ side }) => side === of)) {
      const units = BigInt(parseQuantity(trade.quantity) ?? 0)
      quantity += units
      paid += units * BigInt(parsePrice(trade.price) ?? 0)
    }
    return { quantity: Number(quantity) / 1e6, paid: Number(paid) / 1e14 }
  }
  return { bought: dealt('BUY'), sold: dealt('SELL'), isSettling: standing.some(({ state }) => state === 'PENDING_SETTLEMENT') }
}

/** Positive if bought, negative if sold. */
const netOf = ({ bought, sold }: Holding): number => Number((bought.quantity - sold.quantity).toFixed(6))

/** The server sends only the latest trades. In an old market some may be missing, and then no sum is right. */
export function areAllKnown(rfq: Pick<Rfq, 'audience' | 'createdAt'>, all: Iterable<Pick<Trade, 'audience' | 'executedAt'>>): boolean {
  const times = [...all].filter(({ audience }) => audience === rfq.audience).map(({ executedAt }) => executedAt)
  return times.length < limits.snapshotTrades[rfq.audience] || times.some((at) => at < rfq.createdAt)
}

export function riskView({ held, considered, size, mark, decimals, currency }: RiskFacts): RiskView {
  if (held === undefined && considered?.isFocused !== true)
    return { title: 'You traded here', detail: '— older trades are in Trade History', quantity: 0, price: undefined, charged: 0 }
  const isHolding = held !== undefined && netOf(held) !== 0
  if (isHolding && considered?.isFocused !== true) {
    const detail = held.isSettling ? 'settling' : ''
    return { title: `You are ${holdingText(held, decimals, currency)}`, detail, ...ofHeld(held) }
  }
  const side = considered?.side ?? 'BUY'
  const quantity = readQuantity(considered?.quantity ?? '') ?? readQuantity(size)
  const price = readPrice(considered?.price ?? '')
  const units = quantity === undefined ? 0 : quantityToNumber(quantity)
  const signed = side === 'BUY' ? units : -units
  const titles = considered?.by !== 'QUOTE' ? orderTitles : isHolding ? shortTitles : quoteTitles
  const title = titles[side]
  const at = price === undefined ? 'at the mark' : `at ${averageText(priceToNumber(price), decimals, 1)}`
  const words = `${quantity === undefined ? '' : quantityText(formatQuantity(quantity))} ${at}`
  const unit = price === undefined ? mark : priceToNumber(price)
  if (!isHolding || unit === undefined) return { title, detail: words, quantity: signed, price: unit, charged: units }
  const of = (dealt: Dealt): Dealt => ({ quantity: dealt.quantity + units, paid: dealt.paid + units * unit })
  const then = side === 'BUY' ? { ...held, bought: of(held.bought) } : { ...held, sold: of(held.sold) }
  return { title, detail: `${words} → ${holdingText(then, decimals, currency)}`, ...ofHeld(then) }
}

const orderTitles = { BUY: 'If bought', SELL: 'If sold' } as const
const quoteTitles = { BUY: 'If your bid is hit', SELL: 'If your ask is lifted' } as const
/** Next to the resulting position, because both share one line. */
const shortTitles = { BUY: 'If hit', SELL: 'If lifted' } as const

/** The price of the whole position, including the result of the part that was closed again. */
function ofHeld(holding: Holding): Pick<RiskView, 'quantity' | 'price' | 'charged'> {
  const quantity = netOf(holding)
  const charged = holding.bought.quantity + holding.sold.quantity
  return { charged, quantity, price: quantity === 0 ? undefined : (holding.bought.paid - holding.sold.paid) / quantity }
}

/**
 * `short 1,000 @ 0.1096`: the average of trades on one side. With trades on both sides the price is the break-even of all of them, and is labelled
 * so. If a gain or loss has moved the break-even beyond any possible price, the average of the open part and the gain are shown instead.
 */
function holdingText(holding: Holding, decimals: number, currency: string): string {
  const { quantity, price } = ofHeld(holding)
  if (price === undefined) return 'flat'
  const { bought, sold } = holding
  const words = `${quantity > 0 ? 'long' : 'short'} ${quantityText(String(Math.abs(quantity)))}`
  if (bought.quantity === 0 || sold.quantity === 0) return `${words} @ ${averageText(price, decimals)}`
  const [paid, got] = [bought.paid / bought.quantity, sold.paid / sold.quantity]
  const average = quantity > 0 ? paid : got
  if (Math.abs(price - average) <= Math.abs(average)) return `${words}, break-even ${averageText(price, decimals)}`
  const gain = Math.min(bought.quantity, sold.quantity) * (got - paid)
  return `${words} @ ${averageText(average, decimals)}, ${signedText(gain, 4)} ${currency} realised`
}

/** An average of trades can have two more decimals than the product. For an order it has one more, as in its sentence. */
const averageText = (price: number, decimals: number, more: 1 | 2 = 2): string =>
  priceText(price.toFixed(decimals + more).replace(/^-(?=0\.?0*$)/, ''), decimals)

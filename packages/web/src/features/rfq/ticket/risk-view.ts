/** The holding whose risk the ticket shows: what the desk has dealt here, what an order would make of it, or neither. Pure. */
import {
  formatPrice,
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

type Side = 'BUY' | 'SELL'

/** An order in the entry: looked at while the pointer is on its button, its button asks for a second press, or its field is typed in. */
export type Considered = {
  readonly by: 'ORDER' | 'QUOTE'
  readonly side: Side
  readonly quantity: string | undefined
  readonly price: string | undefined
  readonly isLookedAt: boolean
}

/** Net of all deals: the quantity bought, below zero sold, and what was paid for it. */
export type Held = { readonly quantity: number; readonly paid: number; readonly isSettling: boolean }

export type RiskView = {
  readonly title: string
  readonly detail: string
  /** Above zero bought, below zero sold. */
  readonly quantity: number
  /** Of one unit; undefined without a price and without a mark. */
  readonly price: number | undefined
}

type RiskFacts = {
  /** Undefined where deals are missing from the list. */
  readonly held: Held | undefined
  readonly considered: Considered | undefined
  /** The quantity of the RFQ, or the smallest of a market that has none. */
  readonly size: string
  readonly mark: number | undefined
  readonly decimals: number
}

/** Deals that the venue rejected are none; those that are settling bind already. */
export function heldOf(trades: readonly Pick<Trade, 'side' | 'quantity' | 'price' | 'state'>[]): Held {
  let [quantity, paid] = [0n, 0n]
  const standing = trades.filter(({ state }) => state !== 'REJECTED')
  for (const trade of standing) {
    const signed = BigInt(parseQuantity(trade.quantity) ?? 0) * (trade.side === 'BUY' ? 1n : -1n)
    quantity += signed
    paid += signed * BigInt(parsePrice(trade.price) ?? 0)
  }
  return {
    quantity: Number(quantity) / 1e6,
    paid: Number(paid) / 1e14,
    isSettling: standing.some(({ state }) => state === 'PENDING_SETTLEMENT'),
  }
}

/** The server sends the latest deals only; in an old market some may be missing, and then no sum of them is right. */
export function areAllKnown(rfq: Pick<Rfq, 'audience' | 'createdAt'>, all: Iterable<Pick<Trade, 'audience' | 'executedAt'>>): boolean {
  const times = [...all].filter(({ audience }) => audience === rfq.audience).map(({ executedAt }) => executedAt)
  return times.length < limits.snapshotTrades[rfq.audience] || times.some((at) => at < rfq.createdAt)
}

export function riskView({ held, considered, size, mark, decimals }: RiskFacts): RiskView {
  if (held === undefined && considered?.isLookedAt !== true)
    return { title: 'You have dealt here', detail: '— older deals are in Trade History', quantity: 0, price: undefined }
  if (held !== undefined && held.quantity !== 0 && considered?.isLookedAt !== true) {
    const detail = held.isSettling ? 'settling' : ''
    return { title: `You are ${holdingWords(held, decimals)}`, detail, ...ofHeld(held) }
  }
  const side = considered?.side ?? 'BUY'
  const quantity = readQuantity(considered?.quantity ?? '') ?? readQuantity(size)
  const price = readPrice(considered?.price ?? '')
  const units = quantity === undefined ? 0 : quantityToNumber(quantity)
  const signed = side === 'BUY' ? units : -units
  const title =
    considered?.by === 'QUOTE'
      ? side === 'BUY'
        ? 'If your bid is hit'
        : 'If your ask is lifted'
      : side === 'BUY'
        ? 'If bought'
        : 'If sold'
  const at = price === undefined ? 'at the mark' : `at ${priceText(formatPrice(price), decimals)}`
  const words = `${quantity === undefined ? '' : quantityText(formatQuantity(quantity))} ${at}`
  const unit = price === undefined ? mark : priceToNumber(price)
  if (held === undefined || held.quantity === 0 || unit === undefined) return { title, detail: words, quantity: signed, price: unit }
  const then = { quantity: Number((held.quantity + signed).toFixed(6)), paid: held.paid + signed * unit }
  return { title, detail: `${words}; you are then ${holdingWords(then, decimals)}`, ...ofHeld(then) }
}

const ofHeld = ({ quantity, paid }: Pick<Held, 'quantity' | 'paid'>) => ({ quantity, price: quantity === 0 ? undefined : paid / quantity })

/** `short 1,000 @ 0.1096`; an average may have two digits more than the product. */
function holdingWords({ quantity, paid }: Pick<Held, 'quantity' | 'paid'>, decimals: number): string {
  if (quantity === 0) return 'flat'
  const price = (paid / quantity).toFixed(decimals + 2).replace(/^-(?=0\.?0*$)/, '')
  return `${quantity > 0 ? 'long' : 'short'} ${quantityText(String(Math.abs(quantity)))} @ ${priceText(price, decimals)}`
}

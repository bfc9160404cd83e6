/** When a taker trades: after a wait, at the best price if it is fair. Otherwise it lets the RFQ expire. Pure. */
import type { Book, BookLevel } from '@parley/client'
import type { Random } from '../exchange/random.ts'
import { between } from './chance.ts'
import type { Scenario } from './scenario.ts'

/** The intention of a taker with an RFQ; only the taker knows it. */
export type Plan = {
  readonly wants: 'BUY' | 'SELL' | 'LOOK'
  /** When it decides, after the RFQ was created. */
  readonly patienceMs: number
  /** How far from the mark it still trades, as a fraction of the bid-ask spread. */
  readonly tolerance: number
  readonly atTheEnd: 'CANCEL' | 'LET_EXPIRE'
}

export type Best = { readonly orderId: string; readonly price: number; readonly quantity: string; readonly priceText: string }
export type Sight = {
  readonly ageMs: number
  readonly bid: Best | undefined
  readonly ask: Best | undefined
  readonly mark: number | undefined
}
export type Move =
  | { readonly kind: 'WAIT' }
  | { readonly kind: 'CANCEL' }
  | { readonly kind: 'TRADE'; readonly side: 'BUY' | 'SELL'; readonly best: Best }

export const bestOf = ({ bids, asks }: Book): { bid: Best | undefined; ask: Best | undefined } => ({
  bid: read(bids[0]),
  ask: read(asks[0]),
})

const read = (level: BookLevel | undefined): Best | undefined =>
  level && { orderId: level.id, price: Number(level.price), priceText: level.price, quantity: level.quantity }

/** The first RFQs after the opening are meant to trade, half of them immediately, so that a new user sees a tape within seconds. */
export function drawPlan(random: Random, scenario: Scenario, isOpening: boolean): Plan {
  const trades = isOpening || random.next() < scenario.intent
  const side = random.next() < 0.55 ? 'BUY' : 'SELL'
  return {
    wants: trades ? side : 'LOOK',
    patienceMs:
      isOpening && random.next() < 0.5 ? between(random, 1_000, 2_500) : between(random, scenario.patienceLeastMs, scenario.patienceMostMs),
    tolerance: between(random, 0.6, 1.5),
    atTheEnd: random.next() < 0.7 ? 'CANCEL' : 'LET_EXPIRE',
  }
}

/** If a fair price does not come, it waits up to twice as long as planned. */
const GIVE_UP_FACTOR = 2

export function whenToTrade(plan: Plan, { ageMs, bid, ask, mark }: Sight): Move {
  if (ageMs < plan.patienceMs) return { kind: 'WAIT' }
  const best = plan.wants === 'BUY' ? ask : plan.wants === 'SELL' ? bid : undefined
  if (best !== undefined && plan.wants !== 'LOOK' && isFair(plan, best.price, { bid, ask, mark }))
    return { kind: 'TRADE', side: plan.wants, best }
  const isOver = plan.wants === 'LOOK' || ageMs > plan.patienceMs * GIVE_UP_FACTOR
  return { kind: isOver && plan.atTheEnd === 'CANCEL' ? 'CANCEL' : 'WAIT' }
}

function isFair(plan: Plan, price: number, { bid, ask, mark }: Pick<Sight, 'bid' | 'ask' | 'mark'>): boolean {
  if (bid === undefined || ask === undefined) return false
  const fair = mark ?? (bid.price + ask.price) / 2
  return Math.abs(price - fair) <= plan.tolerance * Math.max(ask.price - bid.price, Math.abs(fair) * 0.01)
}

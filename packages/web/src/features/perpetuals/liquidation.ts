/**
 * The liquidation price that a fill would leave, as a guide beside the button; the venue's own figure counts. Pure.
 *
 * The venue liquidates where the equity is no more than the maintenance margin. Half the initial margin at the largest leverage is what it maintains
 * of a perpetual (`mmf_factor`), so that a market of 50x maintains 1 %.
 */
import type { MarginMode } from './model.ts'

const MAINTENANCE_OF_INITIAL = 0.5

export type HeldBefore = {
  /** Below zero where it is short. */
  readonly quantity: number
  readonly entry: number
}

export type FillFacts = {
  readonly before: HeldBefore
  /** Below zero where it sells. */
  readonly quantity: number
  readonly price: number
  readonly mark: number
  readonly mode: MarginMode
  readonly leverage: number
  readonly largestLeverage: number
  /** Of the whole account, before the fill. */
  readonly equity: number
  readonly maintenance: number
}

export type AfterFill = {
  readonly quantity: number
  /** Undefined where nothing is held any more. */
  readonly entry: number | undefined
  /** Undefined where no price above zero liquidates it. */
  readonly liquidation: number | undefined
}

export function afterFill(facts: FillFacts): AfterFill {
  const { before, quantity: traded, price } = facts
  const quantity = before.quantity + traded
  if (isNothing(quantity)) return { quantity: 0, entry: undefined, liquidation: undefined }
  const entry = entryAfter(before, traded, price)
  return { quantity, entry, liquidation: facts.mode === 'ISOLATED' ? isolated(quantity, entry, facts) : cross(quantity, facts) }
}

/** Less than any venue's step. */
const SMALLEST = 1e-9
const isNothing = (quantity: number): boolean => Math.abs(quantity) < SMALLEST

/** Adding averages the entry, reducing keeps it, and turning begins anew. */
function entryAfter({ quantity, entry }: HeldBefore, traded: number, price: number): number {
  const after = quantity + traded
  if (isNothing(quantity) || Math.sign(after) !== Math.sign(quantity)) return price
  return Math.sign(traded) === Math.sign(quantity) ? (quantity * entry + traded * price) / after : entry
}

const maintained = ({ largestLeverage }: FillFacts): number => MAINTENANCE_OF_INITIAL / largestLeverage

/** The others stand; this one's worth and its margin move with its price until the equity is no more than the margin. */
function cross(quantity: number, facts: FillFacts): number | undefined {
  const { before, quantity: traded, price, mark } = facts
  const rate = maintained(facts)
  const equity = facts.equity + traded * (mark - price)
  const maintenance = facts.maintenance + rate * mark * (Math.abs(quantity) - Math.abs(before.quantity))
  return positive(mark - (equity - maintenance) / (quantity - rate * Math.abs(quantity)))
}

/** By the margin of its own alone. */
function isolated(quantity: number, entry: number, facts: FillFacts): number | undefined {
  const cost = quantity * entry
  return positive((cost - Math.abs(cost) / facts.leverage) / (quantity - maintained(facts) * Math.abs(quantity)))
}

const positive = (price: number): number | undefined => (price > 0 && Number.isFinite(price) ? price : undefined)

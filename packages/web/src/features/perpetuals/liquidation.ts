/**
 * Estimates the liquidation price after a fill. Only the figure of the venue is binding. The venue liquidates when the equity falls to the
 * maintenance margin, which is half the initial margin at the maximum leverage (`mmf_factor`): 1 % for a market of 50x. Pure.
 */
import type { MarginMode } from './model.ts'

const MAINTENANCE_OF_INITIAL = 0.5

export type HeldBefore = {
  /** Negative if short. */
  readonly quantity: number
  readonly entry: number
}

export type FillFacts = {
  readonly before: HeldBefore
  /** Negative for a sale. */
  readonly quantity: number
  readonly price: number
  readonly mark: number
  readonly mode: MarginMode
  readonly leverage: number
  readonly largestLeverage: number
  /** The equity of the whole account, before the fill. */
  readonly equity: number
  readonly maintenance: number
}

export type AfterFill = {
  readonly quantity: number
  /** Undefined if the position is closed. */
  readonly entry: number | undefined
  /** Undefined if no price above zero liquidates it. */
  readonly liquidation: number | undefined
}

export function afterFill(facts: FillFacts): AfterFill {
  const { before, quantity: traded, price } = facts
  const quantity = before.quantity + traded
  if (isNothing(quantity)) return { quantity: 0, entry: undefined, liquidation: undefined }
  const entry = entryAfter(before, traded, price)
  return { quantity, entry, liquidation: facts.mode === 'ISOLATED' ? isolated(quantity, entry, facts) : cross(quantity, facts) }
}

/** Less than the step of any venue. */
const SMALLEST = 1e-9
const isNothing = (quantity: number): boolean => Math.abs(quantity) < SMALLEST

/** Adding averages the entry price, reducing keeps it, and flipping starts a new one. */
function entryAfter({ quantity, entry }: HeldBefore, traded: number, price: number): number {
  const after = quantity + traded
  if (isNothing(quantity) || Math.sign(after) !== Math.sign(quantity)) return price
  return Math.sign(traded) === Math.sign(quantity) ? (quantity * entry + traded * price) / after : entry
}

const maintained = ({ largestLeverage }: FillFacts): number => MAINTENANCE_OF_INITIAL / largestLeverage

/**
 * Cross margin: other positions stay constant. The value and the margin of this position move with its price until the equity equals the maintenance
 * margin.
 */
function cross(quantity: number, facts: FillFacts): number | undefined {
  const { before, quantity: traded, price, mark } = facts
  const rate = maintained(facts)
  const equity = facts.equity + traded * (mark - price)
  const maintenance = facts.maintenance + rate * mark * (Math.abs(quantity) - Math.abs(before.quantity))
  return positive(mark - (equity - maintenance) / (quantity - rate * Math.abs(quantity)))
}

/** Isolated margin: only the margin of this position counts. */
function isolated(quantity: number, entry: number, facts: FillFacts): number | undefined {
  const cost = quantity * entry
  return positive((cost - Math.abs(cost) / facts.leverage) / (quantity - maintained(facts) * Math.abs(quantity)))
}

const positive = (price: number): number | undefined => (price > 0 && Number.isFinite(price) ? price : undefined)

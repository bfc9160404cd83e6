/**
 * The effect of a click on a cell of a price ladder (rulebook 21.10, 21.11). A column of a ladder is a side: the bid column buys and the ask column sells,
 * whatever is in the book. Time is an argument.
 */
import type { Price } from '../decimal.ts'
import type { Side } from '../structure/structure.ts'

/** TAKE trades at once. JOIN rests at the best price of its side, IMPROVE in front of it and REST behind it. */
export type CellKind = 'TAKE' | 'JOIN' | 'IMPROVE' | 'REST'

/** The kind of a cell, and the price of the order that it sends. */
export type LadderCell = { readonly kind: CellKind; readonly price: Price }

/** The best bid and offer of other desks. Undefined if there is none. */
export type Touch = { readonly bid: Price | undefined; readonly ask: Price | undefined }

/**
 * A level of the ladder covers one step: bids from its price up to the next one, and offers from its price down to the one before. An order that joins
 * has the exact best price, which a coarse step can hide.
 */
export function ladderCell(side: Side, level: Price, step: Price, { bid, ask }: Touch): LadderCell {
  const sign = side === 'BUY' ? 1 : -1
  const [same, other] = side === 'BUY' ? [bid, ask] : [ask, bid]
  if (other !== undefined && sign * (level - other) >= 0) return { kind: 'TAKE', price: level }
  if (same === undefined) return { kind: 'IMPROVE', price: level }
  const behind = sign * (same - level)
  if (behind >= 0 && behind < step) return { kind: 'JOIN', price: same }
  return { kind: behind < 0 ? 'IMPROVE' : 'REST', price: level }
}

/** A control whose meaning or place changed less than this before a click ignores the click, because it was aimed at what was there before. */
export const SETTLED_AFTER_MS = 500

/** Whether a click counts. `changedAt` is undefined if the control has not changed since it appeared. */
export const isSettled = (changedAt: number | undefined, now: number): boolean =>
  changedAt === undefined || now - changedAt >= SETTLED_AFTER_MS

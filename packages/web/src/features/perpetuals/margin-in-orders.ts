/** The part of the initial margin that open orders bind. Pure. */
import type { Order, Position, Summary } from './model.ts'

/** The venue reports the margin of positions and orders together. Without an order that binds margin it is zero, whatever the marks of a position. */
export function marginInOrders(
  { marginUsed }: Pick<Summary, 'marginUsed'>,
  positions: Iterable<Pick<Position, 'margin'>>,
  orders: readonly Order[],
): number {
  const isBound = orders.some(({ state, isReduceOnly, trigger }) => state === 'OPEN' && !isReduceOnly && trigger === undefined)
  const held = [...positions].reduce((sum, { margin = 0 }) => sum + margin, 0)
  return isBound ? Math.max(0, marginUsed - held) : 0
}

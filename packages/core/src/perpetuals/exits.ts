/** Exits: take-profit orders and stops that follow the position of their market (rulebook 18.12). The venue keeps them, and Parley keeps their size. */
import type { Quantity } from '../decimal.ts'
import type { Side } from '../structure/structure.ts'
import { hasTrigger, type PerpetualOrderKind } from './admit-order.ts'

/** Client ids of exits begin with this, so that they are found again after a restart. */
export const EXIT_PREFIX = 'exit-'

export const isExitId = (clientId: string | undefined): boolean => clientId?.startsWith(EXIT_PREFIX) === true

export type FollowedOrder = {
  readonly id: string
  readonly clientId: string | undefined
  readonly market: string
  readonly side: Side
  readonly kind: PerpetualOrderKind
  readonly quantity: Quantity
  readonly effect: 'OPEN_OR_CLOSE' | 'REDUCE_ONLY'
  readonly state: 'NEW' | 'UNTRIGGERED' | 'OPEN' | 'CLOSED'
}

export type ExitChange =
  | { readonly kind: 'CANCEL'; readonly id: string }
  | { readonly kind: 'RESIZE'; readonly id: string; readonly quantity: Quantity }

/** Whether the order is an exit that still waits. One that has been triggered is an ordinary order and is left alone. */
export const isWaitingExit = ({ clientId, kind, state }: FollowedOrder): boolean =>
  isExitId(clientId) && hasTrigger(kind) && (state === 'UNTRIGGERED' || state === 'NEW')

/**
 * The changes that make all exits of an account fit its positions. An exit of a market without a position is cancelled, unless an open
 * order can still open one. An exit on the side that would add to the position is cancelled too. All others have the size of the position.
 */
export function exitChanges(orders: Iterable<FollowedOrder>, positionOf: (market: string) => Quantity | undefined): readonly ExitChange[] {
  const all = [...orders].filter(({ state }) => state !== 'CLOSED')
  return all.filter(isWaitingExit).flatMap((exit): readonly ExitChange[] => {
    const held = positionOf(exit.market) ?? 0
    const closing: Side = held > 0 ? 'SELL' : 'BUY'
    const isAwaited = all.some(({ market, side, effect }) => market === exit.market && side !== exit.side && effect === 'OPEN_OR_CLOSE')
    if (held === 0 || exit.side !== closing) return isAwaited ? [] : [{ kind: 'CANCEL', id: exit.id }]
    const quantity = Math.abs(held) as Quantity
    return exit.quantity === quantity ? [] : [{ kind: 'RESIZE', id: exit.id, quantity }]
  })
}

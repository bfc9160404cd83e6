/** The taker's order for a whole quantity, which trades immediately or not at all and never rests. */
import type { Price, Quantity } from '../../decimal.ts'
import type { Instant, OrderId } from '../../ids.ts'
import type { Side } from '../../structure/structure.ts'
import type { Actor } from '../model/actor.ts'
import type { Order } from '../model/order.ts'

export type WholeCross = {
  readonly id: OrderId
  readonly actor: Actor
  readonly side: Side
  /** The limit price. */
  readonly price: Price
  readonly quantity: Quantity
  readonly account: string
  readonly priority: number
  readonly at: Instant
}

export const wholeCross = ({ id, actor, side, price, quantity, account, priority, at }: WholeCross): Order => ({
  id,
  actor,
  kind: 'CROSS',
  side,
  price,
  quantity,
  filled: 0 as Quantity,
  pending: 0 as Quantity,
  canceled: 0 as Quantity,
  state: 'OPEN',
  timeInForce: 'FOK',
  isPostOnly: false,
  isHidden: false,
  account,
  priority,
  trades: 0,
  takesAtVenue: 0,
  hasTaken: false,
  createdAt: at,
  lastUpdatedAt: at,
})

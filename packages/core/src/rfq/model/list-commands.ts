/** Commands to the lists of a shard. Each is decided for all its lines in one turn (rulebook 22). */
import type { Canceler } from '../../canceler.ts'
import type { Instant } from '../../ids.ts'
import type { Actor } from './actor.ts'
import type { CreateRfq, PlaceOrder } from './commands.ts'
import type { ListId, NetAmount } from '../model/list.ts'

export type CreateList = { readonly kind: 'CreateList'; readonly actor: Actor; readonly lines: readonly CreateRfq[] }

/** A net price for the whole list, with its part of each line. */
export type QuoteNet = {
  readonly kind: 'QuoteNet'
  readonly actor: Actor
  readonly amount: NetAmount
  readonly parts: readonly PlaceOrder[]
}

/** BEST_PER_LINE: every line trades on its own. ALL_OR_NONE: every line trades in full, or nothing is traded. */
export type ListWay = 'BEST_PER_LINE' | 'ALL_OR_NONE'

export type TradeList = {
  readonly kind: 'TradeList'
  readonly actor: Actor
  readonly way: ListWay
  /** The latest time at which it may be decided (rulebook 5.25). */
  readonly notAfter?: Instant
  /** Lines that name whose quotes they take have to be all of the list, and trade all or none (rulebook 22.9). */
  readonly lines: readonly PlaceOrder[]
}

/** Cancels every line of the list that is still open. */
export type CancelList = {
  readonly kind: 'CancelList'
  readonly actor: Actor
  readonly canceler?: Canceler
  readonly listId: ListId
}

/** Cancels the desk's net price for the list, if it has one. */
export type CancelNet = Omit<CancelList, 'kind'> & { readonly kind: 'CancelNet' }

export type ListCommand = CreateList | QuoteNet | TradeList | CancelList | CancelNet

export const isOfList = (command: { readonly kind: string }): command is ListCommand => command.kind in listCommands

const listCommands: Readonly<Record<ListCommand['kind'], true>> = {
  CreateList: true,
  QuoteNet: true,
  TradeList: true,
  CancelList: true,
  CancelNet: true,
}

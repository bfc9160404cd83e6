/** The rules of auctions in the form that the engine needs: its journal contains plain JSON, while the rules use integers of any size. */
import {
  decideAuctions,
  dueInAuctions,
  emptyAuctions,
  evolveAuctions,
  isRefusal,
  isSecretCommand,
  nextInAuctions,
  type AuctionChange,
  type AuctionCommand,
  type Auctions,
  type AuctionsEvent,
} from '@parley/core'
import type { Machine } from '../engine/machine.ts'
import { fromPlain, toPlain } from './codec.ts'

/** An event as stored in the journal. */
export type PlainEvent = { readonly kind: AuctionsEvent['kind'] }
type PlainAuctions = { readonly known: readonly (readonly [number, unknown])[]; readonly lastId: number }

export const auctionMachine: Machine<Auctions, AuctionCommand, PlainEvent, AuctionChange> = {
  initial: emptyAuctions,
  decide(state, command, now) {
    const decided = decideAuctions(state, command, now)
    return isRefusal(decided) ? decided : decided.map((event) => toPlain<PlainEvent>(event))
  },
  evolve: (state, event) => evolveAuctions(state, fromPlain(event)),
  isSecret: isSecretCommand,
  due: dueInAuctions,
  nextDeadline: nextInAuctions,
  snapshot: ({ known, lastId }): PlainAuctions => ({ known: toPlain([...known]), lastId }),
  restore(snapshot) {
    const { known, lastId } = snapshot as PlainAuctions
    const state = emptyAuctions()
    for (const [, { auction, movedAt }] of fromPlain<readonly (readonly [unknown, KnownEntry])[]>(known))
      evolveAuctions(state, { kind: 'AuctionRestored', auction: auction.id, state: auction, at: movedAt })
    state.lastId = lastId
    return state
  },
}

type KnownEntry = Auctions['known'] extends Map<unknown, infer Entry> ? Entry : never

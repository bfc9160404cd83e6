/** All auctions as one decider: what needs the state of several auctions, and what is due by time alone. */
import { describe, expect, it } from 'vitest'
import { asked, bidOf, chainOf, END, KEST, LARK, NOON, reading, tradeOf, VAULT, type Offered } from '../../test/auction-fixture.ts'
import type { DeskId, Instant } from '../ids.ts'
import { isRefusal, type Refusal } from '../refusal.ts'
import type { AuctionEvent, AuctionId } from './auction.ts'
import { emptyAuctions, evolveAuctions, type AuctionCommand, type Auctions, type AuctionsEvent } from './auctions.ts'
import { decideAuctions, dueInAuctions, isSecret, nextInAuctions } from './machine.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const at = (ms: number): Instant => (NOON + ms) as Instant

/** Decides and applies, after what was already due. */
function decide(state: Auctions, command: AuctionCommand, now: Instant): readonly AuctionsEvent[] | Refusal {
  if (!isSecret(command)) pass(state, now)
  const decided = decideAuctions(state, command, now)
  if (!isRefusal(decided)) for (const event of decided) evolveAuctions(state, event)
  return decided
}
function pass(state: Auctions, now: Instant): readonly string[] {
  const due = dueInAuctions(state, now)
  if (due === undefined) return []
  const events = decideAuctions(state, due, now) as readonly AuctionsEvent[]
  for (const event of events) evolveAuctions(state, event)
  return [...events.map(({ kind }) => kind), ...pass(state, now)]
}
const codeOf = (decided: readonly AuctionsEvent[] | Refusal): string =>
  isRefusal(decided) ? `${decided.refused} ${decided.rule}` : decided.map(({ kind }) => kind).join()

const opened = (...swapIds: readonly bigint[]): Auctions => {
  const state = emptyAuctions()
  for (const swapId of swapIds) {
    const { id: _id, ...terms } = asked
    const decided = decide(state, { kind: 'OpenAuction', asked: { ...terms, swapId }, reading }, NOON)
    if (isRefusal(decided)) throw new Error(decided.message)
  }
  return state
}
const id = (number: number): AuctionId => number as AuctionId
const placing = (auction: number, desk: DeskId, bid: number, offered: Offered = {}, readAt = NOON): AuctionCommand => ({
  ...{ kind: 'PlaceBid', auction: id(auction) },
  asked: { ...bidOf(desk, bid, offered), swapId: BigInt(6 + auction) },
  reading: { ...chainOf(desk), readAt },
})

describe('19.2 all auctions as one state', () => {
  it('19.2 numbers them, has one of an offer and fifty of a vault', () => {
    const state = opened(...Array.from({ length: 50 }, (_, place) => BigInt(place + 7)))
    expect([...state.known.keys()]).toEqual(Array.from({ length: 50 }, (_, place) => place + 1))
    const { id: _id, ...terms } = asked
    const open = (swapId: bigint) => codeOf(decide(state, { kind: 'OpenAuction', asked: { ...terms, swapId }, reading }, NOON))
    expect([open(7n), open(99n)]).toEqual(['OfferAuctioned 19.2', 'OfferUnfit 19.2'])
    decide(state, { kind: 'CancelAuction', auction: id(1), desk: VAULT }, NOON)
    expect(open(7n)).toBe('AuctionOpened,AuctionBegun')
    expect(state.lastId).toBe(51)
  })

  it('19.7 a nonce is good once in all of them, also of a bid that is gone, and the same signed bid twice is one', () => {
    const state = opened(7n, 8n)
    expect(codeOf(decide(state, placing(1, KEST, 1, { nonce: 5n }), NOON))).toBe('BidPlaced')
    expect(codeOf(decide(state, placing(1, KEST, 2, { nonce: 5n }), NOON))).toBe('')
    expect(codeOf(decide(state, placing(1, KEST, 3, { nonce: 5n, price: 3_000_000n }), NOON))).toBe('BidRefusedByContract 19.7')
    expect(codeOf(decide(state, placing(2, KEST, 4, { nonce: 5n }), NOON))).toBe('BidRefusedByContract 19.7')
    expect(codeOf(decide(state, placing(2, LARK, 5, { nonce: 5n }), NOON))).toBe('BidPlaced')
    expect(codeOf(decide(state, { kind: 'RecallBids', desk: KEST }, NOON))).toBe('BidCanceled')
    expect(codeOf(decide(state, placing(1, KEST, 6, { nonce: 5n }), NOON))).toBe('BidRefusedByContract 19.7')
  })

  it('19.6 what the chain has answered is believed for a minute', () => {
    const state = opened(7n)
    expect(codeOf(decide(state, placing(1, KEST, 1, {}, at(-MINUTE - 1)), NOON))).toBe('ChainSilent 19.6')
    expect(codeOf(decide(state, placing(1, KEST, 1, {}, at(-MINUTE)), NOON))).toBe('BidPlaced')
  })

  it.each<[string, Omit<Extract<AuctionCommand, { kind: 'RecallBids' }>, 'kind'>, number]>([
    ['a desk', { desk: KEST }, 2],
    ['its person', { desk: KEST, user: bidOf(KEST, 1).user }, 2],
    ['its key', { desk: KEST, via: bidOf(KEST, 1).via }, 2],
    ['another person', { desk: KEST, user: bidOf(LARK, 1).user }, 0],
    ['another key', { desk: KEST, via: 'k' }, 0],
  ])('19.4 a recall of %s is one decision in every auction that takes bids', (_whose, whose, count) => {
    const state = opened(7n, 8n)
    for (const auction of [1, 2]) {
      decide(state, placing(auction, KEST, auction), NOON)
      decide(state, placing(auction, LARK, 10 + auction), NOON)
    }
    expect(decide(state, { kind: 'RecallBids', ...whose }, NOON)).toHaveLength(count)
    expect(decide(state, { kind: 'RecallBids', ...whose }, END)).toHaveLength(0)
  })
})

describe('9.4 a request that is repeated', () => {
  it('9.4 changes nothing, also after what it did is over, and without its name it is a new command', () => {
    const state = opened()
    const { id: _id, ...terms } = asked
    const repeated = (command: AuctionCommand, now: Instant) => [codeOf(decide(state, command, now)), codeOf(decide(state, command, now))]
    expect(repeated({ kind: 'OpenAuction', asked: terms, reading, request: 'open' }, NOON)).toEqual(['AuctionOpened,AuctionBegun', ''])
    const placed = { ...placing(1, KEST, 1), request: 'bid' } as AuctionCommand
    expect(repeated(placed, NOON)).toEqual(['BidPlaced', ''])
    const cancel = { kind: 'CancelBid', auction: id(1), desk: KEST, bid: bidOf(KEST, 1).id } as const
    expect(repeated({ ...cancel, request: 'cancel' }, NOON)).toEqual(['BidCanceled', ''])
    expect(codeOf(decide(state, cancel, NOON))).toBe('OrderClosed 19.4')
    expect(codeOf(decide(state, placed, END))).toBe('')
    decide(state, placing(1, LARK, 2), NOON)
    const award = { desk: VAULT, bid: bidOf(LARK, 2).id, trade: tradeOf(9), clientOrderId: undefined }
    const take = { kind: 'TakeBid', auction: id(1), asked: award, checks: new Map() } as const
    expect(repeated({ ...take, request: 'take' }, END)).toEqual(['BidTaken', ''])
    expect(codeOf(decide(state, take, END))).toBe('OrderClosed 19.10')
    expect(state.known.get(id(1))!.auction.requests).toEqual(['open', 'bid', 'cancel', 'take'])
  })

  it('9.4 binds no name to a refusal', () => {
    const state = opened(7n)
    const cancel = { kind: 'CancelAuction', auction: id(1), request: 'cancel' } as const
    expect(codeOf(decide(state, { ...cancel, desk: KEST }, NOON))).toBe('NotTheCreator 19.1')
    expect(codeOf(decide(state, { ...cancel, desk: VAULT }, NOON))).toBe('AuctionCanceled')
    expect(codeOf(decide(state, { ...cancel, desk: VAULT }, NOON))).toBe('')
  })
})

describe('19.8 what is due by itself', () => {
  it('19.3 19.14 is due at its moment, and nothing is between', () => {
    const { id: _id, ...terms } = asked
    const state = emptyAuctions()
    const later = { ...terms, startsAt: at(1_000) }
    decide(state, { kind: 'OpenAuction', asked: later, reading }, NOON)
    expect(nextInAuctions(state)).toBe(at(1_000))
    // A bid does not need a published start, and publishes none.
    expect(codeOf(decide(state, placing(1, KEST, 1), at(1_000)))).toBe('BidPlaced')
    expect(state.known.get(id(1))!.auction.stage).toBe('ANNOUNCED')
    expect(nextInAuctions(state)).toBe(at(1_000))
    expect(pass(state, at(1_001))).toEqual(['AuctionBegun'])
    expect(nextInAuctions(state)).toBe(END)
    expect(pass(state, END)).toEqual(['AuctionEnded'])
    expect(nextInAuctions(state)).toBe(END + HOUR)
    const award = { desk: VAULT, bid: bidOf(KEST, 1).id, trade: tradeOf(9), clientOrderId: undefined }
    expect(codeOf(decide(state, { kind: 'TakeBid', auction: id(1), asked: award, checks: new Map() }, END))).toBe('BidTaken')
    // The end of the hour has no effect while a trade is pending.
    expect(nextInAuctions(state)).toBeUndefined()
    const follow = (step: 'SeeSwap' | 'Confirm') =>
      codeOf(decide(state, { kind: 'FollowChain', auction: id(1), trade: tradeOf(9), step, facts: { transaction: '0x1', block: 1 } }, END))
    expect([follow('SeeSwap'), follow('Confirm')]).toEqual(['TradeMoved', 'TradeMoved,AuctionOver'])
  })

  it('19.11 19.13 one that is over leaves after ten minutes, is restored, and the chain moves it all the same', () => {
    const state = opened(7n)
    decide(state, placing(1, KEST, 1), NOON)
    decide(state, { kind: 'CancelAuction', auction: id(1), desk: VAULT }, NOON)
    const { auction } = state.known.get(id(1))!
    expect(nextInAuctions(state)).toBe(at(10 * MINUTE))
    expect(pass(state, at(10 * MINUTE))).toEqual(['AuctionForgotten'])
    expect([state.known.size, state.nonces.size, state.lastId]).toEqual([0, 0, 1])
    const adopt = { kind: 'AdoptSwap', auction: id(1), bid: bidOf(KEST, 1).id, trade: tradeOf(9) } as const
    const later = at(HOUR)
    expect(codeOf(decide(state, adopt, later))).toBe('NotFound 19.1')
    expect(codeOf(decide(state, { kind: 'RestoreAuction', auction, readAt: NOON }, later))).toBe('ChainSilent 19.6')
    expect(codeOf(decide(state, { kind: 'RestoreAuction', auction, readAt: later }, later))).toBe('AuctionRestored')
    expect(codeOf(decide(state, { kind: 'RestoreAuction', auction, readAt: later }, later))).toBe('')
    expect([state.nonces.size, codeOf(decide(state, adopt, later))]).toEqual([1, 'BidTaken'])
    // It stays until the chain has decided.
    expect(nextInAuctions(state)).toBeUndefined()
  })

  it('19.1 one that was decided before is carried over once, with all that happened to it', () => {
    const before = emptyAuctions()
    const { id: _id, ...terms } = asked
    const events = [
      ...(decide(before, { kind: 'OpenAuction', asked: terms, reading }, NOON) as readonly AuctionEvent[]),
      ...(decide(before, placing(1, KEST, 1), NOON) as readonly AuctionEvent[]),
    ]
    const state = emptyAuctions()
    expect(codeOf(decide(state, { kind: 'CarryOver', auction: id(1), events }, at(1)))).toBe('AuctionCarriedOver')
    expect(codeOf(decide(state, { kind: 'CarryOver', auction: id(1), events }, at(2)))).toBe('')
    expect(state).toEqual(before)
  })
})

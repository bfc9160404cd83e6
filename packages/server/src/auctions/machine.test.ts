/** The journal's form of auctions: plain JSON in the journal and the same value after reading it, whatever names a caller has chosen. */
import { emptyAuctions, evolveAuctions, type AuctionId, type AuctionsEvent, type DeskId, type Instant } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../json/canonical-json.ts'
import { fromPlain, toPlain } from './codec.ts'
import { auctionMachine } from './machine.ts'

const NOON = 1_800_000_000_000 as Instant
const address = (digit: string) => `0x${digit.repeat(40)}` as const

const opened: AuctionsEvent = {
  kind: 'AuctionOpened',
  terms: {
    ...{ id: 3 as AuctionId, seller: 'VAUL' as DeskId, swapId: 7n, leastPrice: 1n, leastSize: 1n, quantity: 10n ** 77n, awards: 'ONE' },
    domain: { name: '5n', version: '1', chainId: 1n, verifyingContract: address('a') },
    option: { address: address('b'), underlying: 'ETH', collateral: 'WETH', kind: 'CALL', strike: 4n, expiresAt: NOON },
    token: { address: address('c'), symbol: 'USDC', decimals: 6 },
    ...{ referrer: address('0'), createdAt: NOON, startsAt: NOON, endsAt: (NOON + 60_000) as Instant },
  },
}

describe('an event of an auction in the journal', () => {
  it.each(['5n', '-12n', "'5n", "''7n", 'n', '5', "'", '', "O'5n"])('a text "%s" stays a text', (text) => {
    const value = { text, amount: 5n, map: new Map([[1, { text, amount: -3n }]]) }
    expect(fromPlain(JSON.parse(canonicalJson(toPlain(value))))).toEqual(value)
  })

  it('comes to the same state from the journal and from a snapshot', () => {
    const state = auctionMachine.initial()
    auctionMachine.evolve(state, JSON.parse(canonicalJson(toPlain(opened))) as { kind: 'AuctionOpened' })
    const direct = emptyAuctions()
    evolveAuctions(direct, opened)
    expect(state).toEqual(direct)
    const saved = canonicalJson(auctionMachine.snapshot(state))
    const restored = auctionMachine.restore(JSON.parse(saved))
    expect(restored).toEqual(state)
    expect(canonicalJson(auctionMachine.snapshot(restored))).toBe(saved)
  })
})

import { describe, expect, it } from 'vitest'
import { bidOf, chainOf, KEST, NOON, open, OPTION } from '../../test/auction-fixture.ts'
import type { Auction } from './auction.ts'
import { guardBid, mostWorth } from './bid-guard.ts'
import { placeBid } from './bids.ts'

const sold = (kind: 'CALL' | 'PUT', symbol: string, decimals: number): Auction => {
  const auction = open()
  return { ...auction, option: { ...auction.option, kind, strike: 2_700n * OPTION }, token: { ...auction.token, symbol, decimals } }
}

describe('21.6 a bid', () => {
  it.each<[number, number | undefined, string]>([
    [0.003, 0.003, 'FREE'],
    [0.00375, 0.003, 'FREE'],
    [0.0038, 0.003, 'WARN'],
    [0.006, 0.003, 'WARN'],
    [0.0061, 0.003, 'TYPE_TWICE'],
    [0.9, 0.003, 'TYPE_TWICE'],
    [0.003, undefined, 'WARN'],
    [0.003, 0, 'WARN'],
  ])('of %s with a model of %s is %s', (price, model, then) => {
    expect(guardBid(price, model).guard).toBe(then)
  })

  it.each<[string, 'CALL' | 'PUT', string, number, bigint | undefined]>([
    ['a call in coin: one coin', 'CALL', 'WETH', 18, 10n ** 18n],
    ['a put in dollars: its strike', 'PUT', 'USDC', 6, 2_700_000_000n],
    ['a call in dollars: no bound', 'CALL', 'USDC', 6, undefined],
    ['a put in coin: no bound', 'PUT', 'ETH', 18, undefined],
  ])('can be worth at most, for %s', (_words, kind, symbol, decimals, then) => {
    expect(mostWorth(sold(kind, symbol, decimals))).toBe(then)
  })

  it('above what the option can be worth is refused before its signature is looked at', () => {
    const put = sold('PUT', 'USDC', 6)
    const bid = { ...bidOf(KEST, 11), price: 2_700_000_001n }
    expect(placeBid(put, bid, chainOf(KEST, { signatory: undefined }), NOON)).toMatchObject({
      refused: 'BidUnfit',
      rule: '21.6',
      field: 'price',
      message: 'A put cannot be worth more than its strike of 2,700: the maximum price is 2,700 USDC.',
    })
    const most = placeBid(put, { ...bid, price: 2_700_000_000n }, chainOf(KEST, { signatory: undefined }), NOON)
    expect(most).not.toMatchObject({ rule: '21.6' })
  })
})

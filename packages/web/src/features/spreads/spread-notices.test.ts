import type { ProtectionChangeView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { decMar, now, tradeWith } from '../../../test/spreads.ts'
import { createRestingProducts, type RestingOrder } from './resting-products.ts'
import { isMmpTriggered, spreadProtectionNotice, spreadTradeNotice } from './spread-notices.ts'

describe('messages about spreads', () => {
  it.each([
    ['PENDING', 'Bought 100,000 @ 1,132.0, settling: BTC 26 DEC 25 / 27 MAR 26 · settling on DBT'],
    ['FILLED', 'Bought 100,000 @ 1,132.0, filled: BTC 26 DEC 25 / 27 MAR 26 · settled on DBT'],
    ['REJECTED', 'DBT rejected the trade: not enough margin · BTC 26 DEC 25 / 27 MAR 26 · both orders were cancelled'],
  ] as const)('17.8 %s', (state, words) => {
    const { title, text } = spreadTradeNotice(tradeWith('BUY', '1132', '100000', { state, venueError: 'not enough margin' }), decMar)
    expect(`${title}: ${text}`).toBe(words)
  })

  it('17.8 a rejection for lack of funds names the account', () => {
    const rejected = tradeWith('BUY', '1132', '100000', {
      state: 'REJECTED',
      role: 'TAKER',
      venueError: 'not_enough_funds: taker lacks BTC',
    })
    expect(spreadTradeNotice(rejected, decMar).text).toMatch(/^your account does not have enough BTC \(not_enough_funds\) · /)
  })

  // Proves A 8.31, T 8.33.
  it('11.1 report a triggered protection, with the published text', () => {
    const change = { kind: 'TRIGGERED', limit: 'MMP', product: 'CF', label: null, until: now + 30_000 } as ProtectionChangeView
    expect(spreadProtectionNotice(change, now)).toMatchObject({
      title: 'All Future Spreads quotes canceled: MMP limit reached',
      text: 'BTC futures · quoting resumes in 30 s',
      isNeverSilenced: true,
    })
    expect([
      isMmpTriggered(change),
      isMmpTriggered({ ...change, kind: 'RESET' } as typeof change),
      isMmpTriggered({ ...change, limit: 'q30' }),
    ]).toEqual([true, false, false])
  })
})

describe('11.1 a protection that cancelled spread orders is reported only if some rested', () => {
  const order = (change: Partial<RestingOrder> = {}): RestingOrder => ({
    ...{ id: 'o', venue: 'DBT', currency: 'BTC', margin: 'INVERSE', isOpen: true },
    ...change,
  })
  it.each<[title: string, orders: readonly RestingOrder[], after: number, then: boolean]>([
    ['one rests', [order()], 0, true],
    ['nothing ever rested', [], 0, false],
    ['one rests in another product', [order({ currency: 'ETH' })], 0, false],
    ['one rests at another margin', [order({ margin: 'LINEAR' })], 0, false],
    ['one has just gone', [order(), order({ isOpen: false })], 1_000, true],
    ['one went long ago', [order(), order({ isOpen: false })], 5_000, false],
    ['one took at once and never rested', [order({ isOpen: false })], 0, false],
    ['one of two is left', [order(), order({ id: 'p' }), order({ isOpen: false })], 5_000, true],
  ])('%s', (_title, orders, after, then) => {
    const resting = createRestingProducts()
    for (const one of orders) resting.put(one, now)
    expect(resting.has('CF', now + after)).toBe(then)
  })

  it('a complete list replaces the known state', () => {
    const resting = createRestingProducts()
    resting.put(order(), now)
    resting.forget()
    expect(resting.has('CF', now)).toBe(false)
  })
})

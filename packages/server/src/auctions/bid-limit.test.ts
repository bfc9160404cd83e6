import type { Auction, DeskId, UserId } from '@parley/core'
import { expect, it } from 'vitest'
import { createBidLimit } from './bid-limit.ts'

const auction = {
  option: { underlying: 'ETH', kind: 'CALL', strike: 400_000_000_000n },
  awards: 'SEVERAL',
  leastSize: 100_000_000n,
} as Auction
const bidder = { desk: 'KEST' as DeskId, user: 'ann' as UserId }
const OPTIONS = 100_000_000n
const limitOf = (mostNotional: number | undefined, index: number | undefined, approvalAbove?: number) =>
  createBidLimit({
    settings: { limitsOf: () => (mostNotional === undefined ? {} : { mostNotional }), approvalAbove: () => approvalAbove },
    marketData: {
      indexPrice: (venue, currency) =>
        index === undefined || venue !== 'BYB' || currency !== 'ETH' ? undefined : { price: index, at: 0, change: undefined },
    },
  })

it('21.7 a bid is limited in dollars at the index of whatever venue has one', () => {
  const limit = limitOf(40_000, 4_000)
  expect(limit(bidder, auction, 10n * OPTIONS)).toBeUndefined()
  expect(limit(bidder, auction, 10n * OPTIONS + 100n)).toMatchObject({
    refused: 'NotionalAboveLimit',
    message: expect.stringMatching(/your desk's limit is 40,000 USD, so 1 to 10 is accepted/),
  })
})

it('21.7 a bid that cannot be measured is refused, and nothing is without a limit', () => {
  expect(limitOf(40_000, undefined)(bidder, auction, OPTIONS)).toMatchObject({ refused: 'NotionalAboveLimit' })
  expect(limitOf(undefined, undefined)(bidder, auction, 1_000n * OPTIONS)).toBeUndefined()
})

it('11.14 a bid above the notional that needs approval is refused, and does not wait for it', () => {
  const limit = limitOf(undefined, 4_000, 40_000)
  expect(limit(bidder, auction, 10n * OPTIONS)).toBeUndefined()
  const refusal = limit(bidder, auction, 11n * OPTIONS)
  expect(refusal).toMatchObject({ refused: 'ApprovalRequired', rule: '11.14' })
  expect(refusal).not.toHaveProperty('asks')
  expect(refusal?.message).toMatch(/Up to 10 is accepted without approval\. A bid is sealed and cannot wait for approval\.$/)
})

import type { DeskPart } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { bookRfqOf, rfqOf } from '../../../test/model.ts'
import { pastCounterparty, pastFilled, pastReason, pastRole, pastSize, pastStatus } from './history-labels.ts'

const partOf = (status: DeskPart['status']): DeskPart => ({
  status,
  ordered: '50',
  agreed: '25',
  resting: '0',
  canceled: '0',
  settled: '25',
})

describe('10.2 the desk’s part of an order book', () => {
  it.each([
    ['OPEN', 'COMPLETED', 'Filled'],
    ['CLOSED', 'FILLED', 'Filled'],
    ['CLOSED', 'OPEN', 'Ended'],
    ['CLOSED', undefined, 'Ended'],
  ] as const)('%s with %s reads %s', (state, own, word) =>
    expect(pastStatus(bookRfqOf({ state, part: own === undefined ? undefined : partOf(own) }))).toBe(word),
  )

  it('has the size and fill of the desk’s part, and no names', () => {
    const rfq = bookRfqOf({ role: 'TAKER', part: partOf('FILLED') })
    expect([pastSize(rfq), pastFilled(rfq), pastCounterparty(rfq), pastRole(rfq)]).toEqual(['50', '25', 'Order book', 'Taker'])
    expect([pastSize(bookRfqOf()), pastFilled(bookRfqOf()), pastRole(bookRfqOf())]).toEqual(['', '0', ''])
  })
})

it.each([
  ['TAKER', undefined, 'You'],
  ['MAKER', 'Meridian', 'Meridian'],
  ['MAKER', undefined, 'Anonymous'],
] as const)('a direct RFQ of a %s, asked by %s, was with %s', (role, takerDeskName, counterparty) =>
  expect(pastCounterparty(rfqOf({ role, takerDeskName }))).toBe(counterparty),
)

it.each([
  ['CANCELED_BY_CREATOR', 'TAKER', { cancelCause: 'USER', canceledBy: { name: 'Lena Fox', isSender: false } }, 'cancelled by Lena Fox'],
  ['CANCELED_BY_CREATOR', 'TAKER', { cancelCause: 'TRADING_STOPPED', canceledBy: { name: 'Lena Fox', isSender: false } }, 'cancelled by Lena Fox (kill switch)'],
  ['CANCELED_BY_CREATOR', 'TAKER', { cancelCause: 'DISCONNECT' }, 'cancelled because its connection was lost'],
  ['CANCELED_BY_CREATOR', 'TAKER', {}, 'cancelled by your desk'],
  ['CANCELED_BY_CREATOR', 'MAKER', {}, 'cancelled by the taker'],
  ['EXECUTION_LIMIT', 'TAKER', { cancelCause: 'USER', canceledBy: { name: 'Lena Fox', isSender: true } }, 'partly filled, the rest cancelled by Lena Fox'],
  ['EXPIRED', 'TAKER', {}, 'expired'],
] as const)('8.14 an RFQ that ended as %s is for its %s %j: %s', (closedReason, role, canceled, words) =>
  expect(pastReason(rfqOf({ state: 'CLOSED', closedReason, role, ...canceled }))).toBe(words),
) // prettier-ignore

import type { PerpetualAccountChangeView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { btc, now } from '../../../test/perpetuals.ts'
import { awayText, fundingText } from './market-text.ts'
import { nothingKnown, withMessages } from './perpetual-store.ts'

const change = (payments: PerpetualAccountChangeView['funding_payments']): PerpetualAccountChangeView => ({
  ...{ account_name: 'prop', line: 'CONNECTED', failure: null, is_whole: false, summary: null, positions: [], orders: [], fills: [] },
  ...{ funding_payments: payments, margins: [] },
})
const payment = (id: string, amount: string, at: number) => ({ id, market: btc.name, amount, at })

it('18.1 funding payments are listed as they arrive, each once and the newest first', () => {
  const held = withMessages(nothingKnown, [
    { of: 'ACCOUNT', data: change([payment('1', '-0.002', now)]) },
    { of: 'ACCOUNT', data: change([payment('2', '3.84', now + 1), payment('1', '-0.002', now)]) },
  ])
  expect(held.account.payments.map(({ amount }) => fundingText(amount))).toEqual(['+3.84', '−0.0020'])
})

describe('a distance', () => {
  it.each([
    [67_456.2, 91_470.4, '−26.3 %'],
    [85_500.05, 3_119.66, '+2,641 %'],
    [undefined, 91_470.4, '—'],
  ])('of %s from %s is %s', (price, mark, text) => {
    expect(awayText(price, mark)).toBe(text)
  })
})

import { describe, expect, it } from 'vitest'
import { price, quantity, type Side } from '@parley/core'
import { createRandom } from '../exchange/random.ts'
import { averageOf, createLedger, feeOf, type FillTerms } from './ledger.ts'
import { formatMoney, moneyOf } from './money.ts'

const fill = (side: Side, at: string, size: string, more: Partial<FillTerms> = {}): FillTerms => ({
  ...{ id: '1', account: 'A', orderId: '', clientId: '', market: 'M', side, price: price(at), size: quantity(size) },
  ...{ liquidity: 'TAKER', kind: 'FILL', fee: 0n, remaining: quantity('0'), at: 1 },
  ...more,
})

describe('the books of an account', () => {
  // Each row: fills, then cash, quantity and average price after them. The account begins with 1000.
  it.each<[string, FillTerms[], string, bigint, string]>([
    ['a first fill costs nothing but its fee', [fill('BUY', '100', '2', { fee: moneyOf(1) })], '999', 2_000_000n, '100'],
    ['more of it moves the average', [fill('BUY', '100', '2'), fill('BUY', '103', '1')], '1000', 3_000_000n, '101'],
    ['less of it realizes, and leaves the average', [fill('BUY', '100', '2'), fill('SELL', '110', '0.5')], '1005', 1_500_000n, '100'],
    ['the other way round where it is short', [fill('SELL', '100', '2'), fill('BUY', '110', '0.5')], '995', -1_500_000n, '100'],
    ['closed it is nothing', [fill('SELL', '100', '2'), fill('BUY', '90', '2')], '1020', 0n, '0'],
    ['past nought it is a new position', [fill('BUY', '100', '1'), fill('SELL', '120', '3')], '1020', -2_000_000n, '120'],
  ])('%s', (_, fills, cash, held, average) => {
    const ledger = createLedger(() => 1_000, () => 0n) // prettier-ignore
    fills.forEach((one) => ledger.take(one))
    const position = ledger.position('A', 'M')!
    expect([formatMoney(ledger.cash('A')), position.quantity, averageOf(position)]).toEqual([cash, held, average])
  })

  it('a long position pays the rise of the funding index once, and a short position receives it', () => {
    let index = 0n
    const ledger = createLedger(() => 0, () => index) // prettier-ignore
    ledger.take(fill('BUY', '100', '2'))
    ledger.take(fill('SELL', '100', '2', { account: 'B' }))
    index = 150_000_000n
    expect([ledger.accruedFunding(ledger.position('A', 'M')!), ledger.accruedFunding(ledger.position('B', 'M')!)].map(formatMoney)).toEqual(
      ['-3', '3'],
    )
    expect(ledger.bookFunding('A', 5).map(({ amount }) => formatMoney(amount))).toEqual(['-3'])
    expect(ledger.bookFunding('A', 6)).toEqual([])
    // At a fill, funding is booked before the fill counts.
    expect(formatMoney(ledger.take(fill('BUY', '100', '2', { account: 'B' })).funding)).toBe('3')
    expect([ledger.cash('A'), ledger.cash('B')].map(formatMoney)).toEqual(['-3', '3'])
  })

  it('money is conserved: the total profit of two accounts is minus their fees', () => {
    const random = createRandom(9, 'ledger')
    const ledger = createLedger(() => 0, () => 0n) // prettier-ignore
    let fees = 0n
    for (let round = 0; round < 2_000; round += 1) {
      const side: Side = random.next() < 0.5 ? 'BUY' : 'SELL'
      const [at, size] = [(90 + 20 * random.next()).toFixed(1), (0.001 + random.next()).toFixed(3)]
      const fee = feeOf({ price: price(at), size: quantity(size), isOption: false, index: 0, liquidity: 'TAKER' })
      fees += fee
      ledger.take(fill(side, at, size, { fee }))
      ledger.take(fill(side === 'BUY' ? 'SELL' : 'BUY', at, size, { account: 'B' }))
    }
    const [one, other] = ['A', 'B'].map((account) => ledger.position(account, 'M')!)
    expect(one!.quantity + other!.quantity).toBe(0n)
    // Rounding a partial close leaves a difference of at most one unit of 1e-14 on either side.
    const left = ledger.cash('A') + ledger.cash('B') + fees - one!.cost - other!.cost
    expect(left < 4_000n && left > -4_000n, String(left)).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { price, quantity, type Side } from '@parley/core'
import { averageOf, createLedger, feeOf, type FillTerms } from './ledger.ts'
import { createMargin, type MarginMarket } from './margin.ts'
import type { Contract } from './chain.ts'
import { formatMoney, numberOf } from './money.ts'

/** One day of trading, with figures that were calculated by hand: 2 BTC bought in four fills, and 1 BTC sold by a stop in three. */
const MARK = 91_656.755
const contract = { symbol: 'BTC-USD-PERP', expiresAt: undefined } as unknown as Contract
const market: MarginMarket = { contract: () => contract, mark: () => MARK, value: () => ({ price: MARK, index: MARK, forward: MARK }) }

function day() {
  const ledger = createLedger(() => 250_000, () => 0n) // prettier-ignore
  const margin = createMargin(ledger, market, { settings: [], onSet: () => undefined, restingOf: () => [] })
  const take = (side: Side, at: string, size: string) => {
    const terms = { price: price(at), size: quantity(size) }
    const fee = feeOf({ ...terms, isOption: false, index: 0, liquidity: 'TAKER' })
    const rest = { id: `${at} ${size}`, account: 'A', orderId: '', clientId: '', market: contract.symbol, side }
    return ledger.take({ ...terms, ...rest, fee, liquidity: 'TAKER', kind: 'FILL', remaining: quantity('0'), at: 1 } as FillTerms)
  }
  const bought = [
    ['91674.5', '0.2'],
    ['91683.6', '0.4'],
    ['91685.1', '0.6'],
    ['91686.4', '0.8'],
  ].map(([at, size]) => take('BUY', at!, size!))
  return { ledger, margin, take, bought, position: () => ledger.position('A', contract.symbol)! }
}

describe('the figures of a day', () => {
  it('four fills have the entry 91,684.26, the fee 55.01 and the PnL −55.01 at the mark', () => {
    const { bought, position, margin } = day()
    expect(averageOf(position())).toBe('91684.26')
    expect(bought.reduce((sum, { fee }) => sum + numberOf(fee), 0).toFixed(2)).toBe('55.01')
    expect(margin.unrealized(position()).toFixed(2)).toBe('-55.01')
  })

  it('the equity is 249,889.98, of which 246,223.71 are free, and the maintenance margin is 1,833.14', () => {
    const { value, initial, maintenance } = day().margin.figures('A')
    expect([value, value - initial, maintenance].map((figure) => figure.toFixed(2))).toEqual(['249889.98', '246223.71', '1833.14'])
  })

  it('a stop that sells 1 in three fills at 91,620.97 realises −63.29', () => {
    const { take, position } = day()
    const sold = [take('SELL', '91621.5', '0.3'), take('SELL', '91621.2', '0.3'), take('SELL', '91620.4', '0.4')]
    expect(sold.map(({ realized }) => formatMoney(realized))).toEqual(['-18.828', '-18.918', '-25.544'])
    expect(formatMoney(sold.reduce((sum, { realized }) => sum + realized, 0n))).toBe('-63.29')
    expect(averageOf(position())).toBe('91684.26')
  })
})

import type { MarkView } from '@parley/contracts'
import { price, quantity, type Instrument, type Structure } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { idOf, instruments, NEAR } from '../../../../../test/chain-example.ts'
import { minimumText, unitText } from '../minimum-labels.ts'
import { structureOf } from '../builder-summary.ts'
import { behindBest, bestVenue, compareVenues, quantityThere, type VenueThere } from './compare-venues.ts'
import { changedTo, netText, notListedText } from './compare-labels.ts'

const index = { baseCurrency: 'BTC', price: 90_000 }

/** The same options at Bybit without one strike. Their ids are 1,000 higher. */
const atBybit = (leftOut?: number): ReadonlyMap<number, Instrument> =>
  new Map(
    [...instruments.values()]
      .filter(({ kind, strike }) => kind === 'OPTION' && strike !== (leftOut === undefined ? -1 : price(String(leftOut))))
      .map((one) => [
        one.id + 1_000,
        { ...one, id: one.id + 1_000, venue: 'BYB', productCode: 'BE', quoteCurrency: 'USDC', clearingCurrency: 'USDC', marginKind: 'LINEAR', tickSize: price('5'), minBlockSize: quantity('0.01') }, // prettier-ignore
      ]),
  )
const venuesWith = (bybit: ReadonlyMap<number, Instrument>): readonly VenueThere[] => [
  { venue: 'DBT', instruments, index: '90000' },
  { venue: 'BYB', instruments: bybit, index: '90000' },
]
const [low, high] = [idOf(NEAR, 90_000, 'CALL'), idOf(NEAR, 110_000, 'CALL')]
const spread = structureOf(
  [
    { instrumentId: low, side: 'BUY', ratio: '1' },
    { instrumentId: high, side: 'SELL', ratio: '1' },
  ],
  instruments,
) as Structure
const mark = (instrument_id: number, bid_price: string, ask_price: string) =>
  [instrument_id, { instrument_id, bid_price, ask_price, mark_price: bid_price } as MarkView] as const
const books = new Map([mark(low, '0.04', '0.042'), mark(high, '0.01', '0.012'), mark(low + 1_000, '3600', '3700'), mark(high + 1_000, '900', '1000')]) // prettier-ignore

describe('6.16 6.17 one structure at two venues', () => {
  const compared = compareVenues(spread, venuesWith(atBybit()), books, index)

  it('has what is paid and received there net of fees, in one unit, and the best for each side', () => {
    const [deribit, bybit] = compared.columns
    // 0.042 − 0.010 and 2 × 0.0003 in coin; 3,700 − 900 and 2 × 27 dollars.
    expect([deribit!.buy!.net, bybit!.buy!.net].map((net) => netText(net, 'USD', index))).toEqual(['2,934.00', '2,854.00'])
    expect([deribit!.sell!.net, bybit!.sell!.net].map((net) => netText(net, 'COIN', index))).toEqual(['0.02740', '0.02829'])
    expect([bestVenue(compared, ['BUY']), bestVenue(compared, ['SELL']), bestVenue(compared, ['BUY', 'SELL'])]).toEqual([
      'BYB',
      'BYB',
      'BYB',
    ])
    expect([Math.round(behindBest('BUY', deribit!, compared, 'USD', index)!), behindBest('BUY', bybit!, compared, 'USD', index)]).toEqual([
      80,
      undefined,
    ])
    expect(compared.nearest).toBeUndefined()
  })

  it('3.18 3.19 shows what a venue does not list, and the nearest that both list', () => {
    const { columns, nearest } = compareVenues(spread, venuesWith(atBybit(110_000)), books, index)
    expect(notListedText('BYB', columns[1]!.legs)).toMatch(/^Bybit lists no 110,000 on .*\. Near it: 100,000 and 120,000\.$/)
    expect([columns[1]!.buy, bestVenue({ columns, nearest, best: compared.best }, ['BUY'])]).toEqual([undefined, undefined])
    expect(changedTo(nearest!.structure, spread)).toBe('90k / 100k')
  })

  it('has no price if that side of the book is empty', () => {
    const empty = new Map([...books, mark(high, '0', '0.012')])
    const [deribit] = compareVenues(spread, venuesWith(atBybit()), empty, index).columns
    expect([deribit!.buy, deribit!.sell?.own.net]).toEqual([undefined, price('0.0274')])
  })

  it('explains the minimum and the venue’s units', () => {
    const [deribit, bybit] = compared.columns
    expect([minimumText(deribit!.structure!), minimumText(bybit!.structure!)]).toEqual(['= 25 ÷ 2 (|+1| + |−1|)', '= the venue’s minimum'])
    expect(unitText(bybit!.structure!)).toBe('Quantity in BTC. Price in USDC per BTC. Settles in USDC.')
  })

  it('names the ratios of many legs instead of adding them up', () => {
    const [call, ...rest] = compared.columns[0]!.structure!.legs
    const many = { legs: [...Array.from({ length: 24 }, () => call!), ...rest] }
    expect(minimumText(many)).toBe('= 25 ÷ 25 (the ratios of 25 legs)')
  })

  it('counts a future’s dollars as coins if the quantity is in coins', () => {
    const future = structureOf([{ instrumentId: 1, side: 'BUY', ratio: '1' }], instruments) as Structure
    const linear = { legs: future.legs.map((leg) => ({ ...leg, instrument: { ...leg.instrument, venue: 'BIT', productCode: 'PE', marginKind: 'LINEAR' } })) } as Structure // prettier-ignore
    expect([quantityThere('900000', future, linear, index), quantityThere('50', spread, spread, index)]).toEqual(['10', '50'])
  })
})

import { describe, expect, it } from 'vitest'
import { sectionsOf, type PositionRow, type SectionGrouping } from './sections.ts'

const DEC = Date.parse('2026-12-18T08:00:00Z')
const MAR = Date.parse('2027-03-26T08:00:00Z')
const row = (currency: string | undefined, venue: string, instrumentName: string, expiry: PositionRow['expiry']): PositionRow => ({
  ...{ currency, venue, instrumentName, expiry },
  figures: undefined,
})
const rows = [
  row('ETH', 'DBT', 'ETH-PERPETUAL', 'PERPETUAL'),
  row('BTC', 'DBT', 'BTC-PERPETUAL', 'PERPETUAL'),
  row('BTC', 'BIT', 'BTC-USD-26MAR27-80000-P', MAR),
  row('BTC', 'DBT', 'BTC-18DEC26-100000-C', DEC),
  row('BTC', 'DBT', 'BTC-18DEC26-96000-C', DEC),
  row(undefined, 'BYB', 'SOMETHING', 'UNKNOWN'),
  row('BTC', 'BYB', 'BTC-18DEC26-92000-P-USDT', 'UNKNOWN'),
]

const groups: [grouping: SectionGrouping, then: string][] = [
  [
    'EXPIRY',
    `BTC ${DEC}:96000-C 100000-C ${MAR}:80000-P PERPETUAL:PERPETUAL UNKNOWN:P-USDT | ETH PERPETUAL:PERPETUAL | undefined UNKNOWN:SOMETHING`,
  ],
  ['VENUE', 'BTC BIT:80000-P BYB:P-USDT DBT:96000-C 100000-C PERPETUAL | ETH DBT:PERPETUAL | undefined BYB:SOMETHING'],
  ['FLAT', 'BTC :96000-C 100000-C 80000-P PERPETUAL P-USDT | ETH :PERPETUAL | undefined :SOMETHING'],
]

describe('13.4 positions by currency and expiry', () => {
  it.each(groups)('13.4 in groups: %s', (grouping, then) => {
    const short = ({ instrumentName }: PositionRow) =>
      instrumentName
        .split('-')
        .slice(-2)
        .join('-')
        .replace(/^.*-(PERPETUAL)$/, '$1')
    const text = sectionsOf(rows, grouping).map(
      (section) => `${section.currency} ${section.groups.map((group) => `${group.key}:${group.rows.map(short).join(' ')}`).join(' ')}`,
    )
    expect(text.join(' | ')).toBe(then)
  })

  it('13.4 has every row once, and counts those without figures', () => {
    const [btc] = sectionsOf(rows, 'EXPIRY')
    expect(btc!.sums).toMatchObject({ count: 5, leftOut: 5 })
    expect(btc!.groups.reduce((sum, group) => sum + group.sums.count, 0)).toBe(5)
  })
})

import type { Instrument } from '@parley/core'
import type { Leg, RecordQuote, Rfq, RfqRecord, Trade } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { askAgain, copiedOfRfq, hedgeOf, reversed, rolled, structureLegs } from './actions.ts'
import { type Deal, dealFees, dealOfRecord, dealOfTrade, dealText, dealWith, feesText, figureTexts, qualityOf, refusedTitle, withDealFees } from './deal-view.ts' // prettier-ignore
import { figureTexts as fileFigures } from '../blotter/export-columns.ts'
import { executionRecord } from './execution-record.ts'
import { rollCall, rollCallText } from './roll-call.ts'
import { COVER, roundPrices, quoteBarOf } from './quote-bar.ts'
import { timelineOf } from './timeline.ts'

const NOON = Date.UTC(2026, 10, 23, 12)
const leg = (instrumentId: number, side: 'BUY' | 'SELL', more: Partial<Leg> = {}): Leg => ({
  ...{
    instrumentId,
    instrumentName: `BTC-25DEC26-${instrumentId}0000-C`,
    productCode: 'DO',
    ratio: '1',
    quantity: '50',
    side,
    price: undefined,
  },
  ...more,
})
const legs = [
  leg(9, 'BUY'),
  leg(10, 'SELL'),
  leg(3, 'SELL', { instrumentName: 'BTC-PERPETUAL', productCode: 'CF', price: '91500', ratio: '20000', quantity: '1000000' }),
]
const rfq = {
  ...{ id: 'r_1', audience: 'DIRECT', state: 'CLOSED', closedReason: 'EXECUTION_LIMIT', role: 'TAKER', venue: 'DBT', baseCurrency: 'BTC' },
  ...{ quoteCurrency: 'BTC', legs, quantity: '50', counterparties: ['LIND', 'HLYD', 'ORRY', 'LARK', 'TIDE'], isTakerAnonymous: false },
  ...{ description: 'CSpd  25 Dec 26\n90000/100000', updatedAt: NOON + 9_000, traded: true },
} as unknown as Rfq
const trade = (deskName: string, quantity: string, price: string): Trade =>
  ({
    ...{
      id: `t_${deskName}`,
      audience: 'DIRECT',
      rfqId: 'r_1',
      side: 'BUY',
      role: 'TAKER',
      state: 'FILLED',
      price,
      quantity,
      kind: 'OPTION_FUTURE',
    },
    ...{
      counterpartyDeskName: deskName,
      quoteCurrency: 'BTC',
      baseCurrency: 'BTC',
      legs: [],
      executedAt: NOON + 8_000,
      filledAt: NOON + 8_500,
    },
    venueTradeId: 'BLOCK-1',
  }) as unknown as Trade
const quote = (deskName: string, side: 'BUY' | 'SELL', price: string, quantity = '50', at = NOON + 1_000): RecordQuote => ({
  ...{ orderId: `o_${deskName}_${side}`, deskName, side, price, quantity, at },
})
const quotes = [quote('LIND', 'SELL', '0.0412', '20'), quote('HLYD', 'SELL', '0.0416'), quote('ORRY', 'SELL', '0.0417'), quote('ORRY', 'BUY', '0.0405')] // prettier-ignore
const record: RfqRecord = {
  ...{ rfq, askedAt: NOON, isWhole: true, changes: quotes, changesLeftOut: 0 },
  unfilled: [{ createdAt: NOON + 7_000, side: 'BUY', quantity: '50', price: '0.0412' }] as unknown as RfqRecord['unfilled'],
  makers: [
    ...['LIND', 'HLYD', 'ORRY'].map((deskName, place) => ({ deskName, answeredAt: NOON + 1_000 * (place + 1), decline: undefined })),
    { deskName: 'LARK', answeredAt: NOON + 1_400, decline: { deskName: 'LARK', reason: 'RISK', text: undefined, at: NOON + 1_400 } },
    { deskName: 'TIDE', answeredAt: undefined, decline: undefined },
  ],
  deals: [
    {
      ...{ orderId: 'o_1', at: NOON + 8_000, side: 'BUY', trades: [trade('LIND', '20', '0.0412'), trade('HLYD', '30', '0.0416')], quotes },
      ...{ markPrice: '0.0409', indexPrice: '91500', venueBid: '0.0397', venueAsk: '0.0421' },
    },
  ],
}
const deal = dealOfRecord(record.deals[0]!, record)
const quality = qualityOf(deal)!

describe('the post-trade card', () => {
  it('6.15 shows the trade and the saving in exact figures', () => {
    expect(dealText(deal, quality, 4)).toEqual({ verb: 'Bought', size: '50', average: '0.04144', premium: '2.072 BTC', dollars: '$189.6k' })
    expect(figureTexts(deal, quality, { decimals: 4, tick: '0.0001' }).map(({ name, value, detail }) => [name, value, detail])).toEqual([
      ['Cover', '0.0417', 'ORRY 50 · 1 tick behind'],
      ['Saved vs venue 0.0421', '0.033 BTC', '0.00066 per unit · $3.0k · same fee there'],
      ['Above RFQ mid 0.04085: cost', '0.0295 BTC', '0.00059 per unit · $2.7k'],
      ['Above mark 0.0409: cost', '0.027 BTC', '0.00054 per unit · $2.5k'],
    ])
  })

  it.each([
    ['SELL', '0.0397', ['Below RFQ mid 0.04085: cost', 'Below mark 0.0409: cost']],
    ['SELL', '0.0412', ['Above RFQ mid 0.04085: gained', 'Above mark 0.0409: gained']],
    ['BUY', '0.0405', ['Below RFQ mid 0.04085: gained', 'Below mark 0.0409: gained']],
    ['BUY', '0.0409', ['Above RFQ mid 0.04085: cost', 'At mark 0.0409']],
  ] as const)('6.15 a %s at %s is on the side of the mid and the mark that it was on', (side, price, names) => {
    const one: Deal = { ...deal, side, trades: [{ ...trade('LIND', '50', price), side }] }
    expect(
      figureTexts(one, qualityOf(one)!, { decimals: 4, tick: '0.0001' })
        .slice(2)
        .map(({ name }) => name),
    ).toEqual(names)
  })

  it('6.15 marks the cover at the quote on the traded side, for a sale among the bids', () => {
    const both = [quote('LIND', 'BUY', '0.0401'), quote('ORRY', 'BUY', '0.0395'), quote('ORRY', 'SELL', '0.0405')]
    const sale: Deal = { ...deal, side: 'SELL', trades: [{ ...trade('LIND', '25', '0.0401'), side: 'SELL' }], quotes: both }
    const cover = quoteBarOf(sale, both, 0.0401, 700, qualityOf(sale)!.cover!.maker)!.marks.filter(({ isCover }) => isCover)
    expect(cover.map(({ kind, label, price }) => [kind, label, price])).toEqual([['BID', 'ORRY', 0.0395]])
  })

  const rejected = (deskName: string, quantity: string, price: string): Trade =>
    ({ ...trade(deskName, quantity, price), state: 'REJECTED', filledAt: undefined, venueTradeId: undefined, rejection: 'not_enough_funds', venue: 'DBT' }) // prettier-ignore
  const recordWith = (...trades: readonly Trade[]): RfqRecord => ({ ...record, deals: [{ ...record.deals[0]!, trades }] })

  it('7.3 shows a rejected trade as not traded, without a figure', () => {
    const of = recordWith(rejected('LIND', '20', '0.0412'))
    const none = dealOfRecord(dealWith(of.deals, undefined)!, of)
    expect(qualityOf(none)).toBeUndefined()
    expect(refusedTitle(none, 4)).toBe('Not traded: buy 20 @ 0.0412, rejected by Deribit')
    expect(
      rollCall({ record: of, deal: none, quality: undefined, decimals: 4 }).map(({ maker, outcome }) => `${maker} ${outcome}`),
    ).toEqual(['LIND Rejected 20 @ 0.0412', 'HLYD Not traded', 'ORRY Not traded', 'LARK Declined · At risk limit', 'TIDE No response'])
    expect(timelineOf(of, 4).map(({ name, detail }) => `${name} ${detail}`)).toEqual([
      'Asked 5 makers',
      'First quote LIND, 1.0 s',
      'Not filled 50 ≤ 0.0412',
      'Agreed 20',
      'Rejected one of the two accounts does not have enough margin (not_enough_funds)',
    ])
    const lines = executionRecord(of, none, 4).split('\r\n')
    expect(lines.filter((line) => /^(Trade|Quote at the trade),/.test(line))).toEqual([])
    expect(lines.filter((line) => line.startsWith('Not traded'))).toEqual([
      'Not traded,t_LIND,LIND · Deribit: “one of the two accounts does not have enough margin (not_enough_funds)”,0.0412,20',
    ])
  })

  it('7.3 counts only the part that was not rejected, and its counterparty is not the cover', () => {
    const of = recordWith(rejected('LIND', '20', '0.0412'), trade('HLYD', '30', '0.0416'))
    const part = dealOfRecord(of.deals[0]!, of)
    const figures = qualityOf(part)!
    expect(dealText(part, figures, 4)).toMatchObject({ size: '30', average: '0.0416', premium: '1.248 BTC' })
    expect(figures.cover?.maker).toBe('ORRY')
    expect(timelineOf(of, 4).flatMap(({ name, detail }) => (/Traded|Agreed/.test(name) ? `${name} ${detail}` : []))).toEqual(['Traded 30', 'Agreed 20']) // prettier-ignore
    expect(executionRecord(of, part, 4)).toContain('Trade,Premium,1.248 BTC')
  })

  it('7.3 opens the latest trade that was not rejected, unless another one is asked for', () => {
    const deals = [
      record.deals[0]!,
      { ...record.deals[0]!, at: NOON + 9_000, trades: [{ ...rejected('LIND', '20', '0.0412'), id: 't_9' }] },
    ]
    expect(dealWith(deals, undefined)).toBe(deals[0])
    expect(dealWith(deals, 't_9')).toBe(deals[1])
  })

  it('7.3 leaves the figures of a rejected trade out of the file of Trade History', () => {
    const files = (row: Trade) => fileFigures<Trade>().map(({ text }) => text(row))
    const settled = { ...trade('LIND', '20', '0.0412'), indexPrice: '91500' }
    expect(files(settled)).toContain('91500')
    expect(files({ ...settled, state: 'REJECTED' })).toEqual(['', '', ''])
  })

  it('8.7 shows the taker’s side in a public trade', () => {
    const { state: _, ...published } = trade('', '50', '0.0412')
    const others = dealOfTrade(published)
    expect(dealText(others, qualityOf(others)!, 4).verb).toBe('Taker bought')
    expect(dealText({ ...others, side: 'SELL' }, qualityOf(others)!, 4).verb).toBe('Taker sold')
  })

  it('6.15 has a dash with a reason for unknown figures', () => {
    const bare: Deal = {
      ...deal,
      quotes: undefined,
      unknown: 'only the taker can see the others',
      venueAsk: undefined,
      markPrice: undefined,
    }
    expect(figureTexts(bare, qualityOf(bare)!, { decimals: 4, tick: undefined }).map(({ value, detail }) => [value, detail])).toEqual([
      ['—', 'only the taker can see the others'],
      ['—', 'the venue’s prices were not known'],
      ['—', 'only the taker can see the others'],
      ['—', 'the mark was not known'],
    ])
    expect(dealOfRecord(record.deals[0]!, { ...record, rfq: { ...rfq, role: 'MAKER' } }).quotes).toBeUndefined()
  })

  it('8.12 lists the responses: traded, cover, declined, no response', () => {
    const rows = rollCall({ record, deal, quality, decimals: 4 })
    expect(rows.map(({ maker, rank, outcome }) => [maker, rank, outcome])).toEqual([
      ['LIND', 1, 'Traded 20 @ 0.0412'],
      ['HLYD', 2, 'Traded 30 @ 0.0416'],
      ['ORRY', 3, 'Cover'],
      ['LARK', undefined, 'Declined · At risk limit'],
      ['TIDE', undefined, 'No response'],
    ])
    expect(rollCallText(rows)).toBe('4 of 5 responded, median 1.7 s · 3 quoted')
  })

  it('8.12 shows the times from the request to the settlement', () => {
    expect(timelineOf(record, 4).map(({ name, detail }) => `${name} ${detail}`)).toEqual([
      'Asked 5 makers',
      'First quote LIND, 1.0 s',
      'Not filled 50 ≤ 0.0412',
      'Traded 20 + 30',
      'Settled BLOCK-1',
      'Settled BLOCK-1',
    ])
  })

  it('puts every price on one scale, and no label on another', () => {
    const { marks } = quoteBarOf(deal, quotes, 0.04144, 700)!
    expect(marks.filter(({ kind }) => kind === 'DEALT').map(({ label }) => label)).toEqual(['LIND', 'HLYD'])
    expect(marks.every(({ x }) => x >= 0 && x <= 700)).toBe(true)
    const asks = marks.filter(({ kind }) => kind !== 'BID')
    for (const one of asks)
      for (const other of asks)
        if (one !== other && one.row !== undefined && one.row === other.row) expect(Math.abs(one.x - other.x)).toBeGreaterThan(20)
    // A ticket has less room, and the label of the next best price is longer by one word.
    const narrow = quoteBarOf(deal, quotes, 0.04144, 376, 'ORRY')!.marks.filter(({ kind }) => kind !== 'BID')
    const halfOf = ({ label, isCover }: (typeof narrow)[number]) => (label.length + (isCover ? COVER.length : 0)) * 3
    for (const one of narrow)
      for (const other of narrow)
        if (one !== other && one.row !== undefined && one.row === other.row)
          expect(Math.abs(one.x - other.x)).toBeGreaterThan(halfOf(one) + halfOf(other))
    expect(roundPrices(0.0397, 0.0421).map((price) => price.toFixed(4))).toEqual(['0.0400', '0.0405', '0.0410', '0.0415', '0.0420'])
  })

  it('writes an execution record that a spreadsheet reads', () => {
    const lines = executionRecord(record, deal, 4).split('\r\n')
    expect(lines[0]).toBe('Part,Name,Value,Price,Quantity')
    for (const line of [
      'Request,RFQ,r_1',
      'Trade,t_LIND,LIND,0.0412,20',
      'Trade,Cover,ORRY,0.0417,',
      'Trade,Better than the venue,0.033 BTC,0.0421,',
    ])
      expect(lines.some((one) => one.startsWith(line))).toBe(true)
    expect(lines.filter((line) => line.startsWith('Quote change'))).toHaveLength(4)
    expect(lines.filter((line) => line.includes('Venue fee'))).toEqual([])
  })

  it('14.9 has what the venue charged, summed by coin, once the fee of every trade is known', () => {
    const charged = (amount: string) => [{ currency: 'BTC', amount }]
    const half = withDealFees(deal, new Map([['t_LIND', charged('0.00600001')]]))
    expect(dealFees(half)).toBeUndefined()
    const whole = withDealFees(half, new Map([['t_HLYD', charged('0.009')]]))
    expect(feesText(dealFees(whole)!)).toBe('0.01500001 BTC')
    expect(executionRecord(record, whole, 4).split('\r\n')).toContain('Trade,Venue fee,0.01500001 BTC,,')
  })
})

describe('after a trade', () => {
  const copied = copiedOfRfq(rfq)
  it('asks the same makers again, with a recalculated hedge', () => {
    expect(askAgain(copied)).toMatchObject({ isHedged: true, quantity: '50', makers: rfq.counterparties })
    expect(askAgain(copied).legs.map(({ instrumentId, side }) => [instrumentId, side])).toEqual([[9, 'BUY'], [10, 'SELL']]) // prettier-ignore
  })

  it('reverses every leg, for the traded quantity', () => {
    expect(reversed(copied, '30')).toMatchObject({ quantity: '30' })
    expect(reversed(copied, '30').legs.map(({ side }) => side)).toEqual(['SELL', 'BUY'])
  })

  it('reads the legs of a sale as its buyer has them', () => {
    const soldLegs = legs.map((one) => ({ ...one, side: one.side === 'BUY' ? 'SELL' : 'BUY', price: one.price ?? '0.04' }))
    const sold = { ...trade('LIND', '50', '0.04'), side: 'SELL', legs: soldLegs } as unknown as Trade
    expect(structureLegs(sold).map(({ side, price }) => [side, price])).toEqual(legs.map(({ side, price }) => [side, price]))
  })

  it('rolls into the next expiry that lists every strike', () => {
    const option = (id: number, strike: number, expiresAt: number) =>
      [id, { id, kind: 'OPTION', productCode: 'DO', optionKind: 'CALL', strike, expiresAt }] as const
    const listed = (all: readonly (readonly [number, object])[]) => new Map(all) as unknown as ReadonlyMap<number, Instrument>
    const now = [option(9, 90, 1), option(10, 100, 1), option(11, 90, 2), option(12, 90, 3), option(13, 100, 3)]
    expect(rolled(copied, listed(now))?.legs.map(({ instrumentId }) => instrumentId)).toEqual([12, 13])
    expect(rolled(copied, listed(now.slice(0, 3)))).toBeUndefined()
  })

  it.each([
    [11.7, { side: 'SELL', dollars: 1_070_550 }],
    [-0.02, { side: 'BUY', dollars: 1_830 }],
  ] as const)('hedges a delta of %s by dollars of the perpetual', (delta, hedge) => {
    expect(hedgeOf(delta, 91_500, 10)).toEqual(hedge)
  })
})

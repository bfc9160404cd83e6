/** Frames recorded from the venue, if the environment names a folder of them. We may not keep them in the repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatPrice, inverseOptionPrice, type Instrument, type Price } from '@parley/core'
import { frameFromWire, type Frame } from './frames.ts'
import { priceFromWire } from './numbers.ts'
import { asList, asObject, type WireObject } from '../adapter/wire-object.ts'
import { modeOf } from './account-check.ts'
import { balancesFromWire, summaryFromWire } from './account-wire.ts'
import { instrumentFromWire, instrumentsFromWire, markFromWire } from './wire.ts'

const folder = process.env['PARLEY_RECORDED_DATA']

if (folder === undefined || !existsSync(join(folder, 'deribit'))) {
  const reason = folder === undefined ? 'PARLEY_RECORDED_DATA is not set' : `${folder} has no folder deribit`
  console.log(`Recorded Deribit frames are not replayed: ${reason}.`)
  describe('recorded frames of Deribit', () => {
    it(`are not replayed here, because ${reason}`, () => expect(reason).toMatch(/./))
  })
} else {
  replay(join(folder, 'deribit'))
}

function replay(root: string): void {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const named = (path: string): Frame => frameFromWire(read(path))
  const resultOf = (path: string): unknown => {
    const frame = named(path)
    return frame.kind === 'ANSWER' && frame.answer.kind === 'RESULT' ? frame.answer.result : undefined
  }
  frames(root, read)
  instruments(resultOf, (path) => JSON.parse(read(path)) as unknown)
  tickers(named, (path) => JSON.parse(read(path)) as unknown)
  accounts(named, resultOf)
  chains(readdirSync(join(root, 'chains')), (path) => JSON.parse(read(path)) as unknown)
}

function frames(root: string, read: (path: string) => string): void {
  it.each(readdirSync(join(root, 'nautilus')).filter((name) => name.endsWith('.json')))('the recorded frame %s is understood', (name) => {
    const { kind } = frameFromWire(read(`nautilus/${name}`))
    expect(kind).toBe(
      /^ws_test_request/.test(name)
        ? 'TEST_REQUEST'
        : asObject(JSON.parse(read(`nautilus/${name}`)))?.['method'] === 'subscription'
          ? 'NOTIFICATION'
          : 'ANSWER',
    )
  })

  it('a recorded refusal keeps its code', () => {
    expect(frameFromWire(read('nautilus/ws_error.json'))).toMatchObject({
      answer: { kind: 'ERROR', code: 10028, message: 'too_many_requests' },
    })
  })
}

function instruments(resultOf: (path: string) => unknown, parse: (path: string) => unknown): void {
  it('the recorded listing gives our products and no others', () => {
    const rows = instrumentsFromWire(resultOf('nautilus/http_get_instruments.json'))
    expect(rows.map((row) => [row.name, row.productCode, row.kind])).toEqual([
      ['BTC-PERPETUAL', 'CF', 'FUTURE'],
      ['BTC-27DEC24', 'CF', 'FUTURE'],
      ['BTC-27DEC24-100000-C', 'DO', 'OPTION'],
    ])
  })

  it.each(['option', 'future'])('recorded %s combos are passed over', (kind) => {
    const result = resultOf(`nautilus/http_get_instruments_${kind}_combo.json`)
    expect(asList(result).length).toBeGreaterThan(0)
    expect(instrumentsFromWire(result)).toEqual([])
  })

  it('recorded options of 2026: the inverse one is read with its tick steps, the linear one is not ours', () => {
    const rows = asList(parse('samples/instruments_options.json'))
    expect(rows.map((row) => instrumentFromWire(row)?.productCode)).toEqual([undefined, 'EH'])
    expect(instrumentFromWire(rows[1])?.tickSizeSteps).toHaveLength(1)
  })
}

function tickers(named: (path: string) => Frame, parse: (path: string) => unknown): void {
  it('the recorded ticker of the perpetual becomes a mark', () => {
    const frame = named('nautilus/ws_ticker.json')
    expect(frame.kind === 'NOTIFICATION' && markFromWire(frame.data, 1)).toMatchObject({
      markPrice: 92_281.78,
      bidPrice: 92_283.5,
      underlyingPrice: 92_281.78,
      minPrice: 90_897.5,
    })
  })

  it('recorded tickers of options: an empty side is absent, volatilities are fractions', () => {
    const marks = asList(parse('samples/tickers_2026-09-20.json')).map((row) => markFromWire(row, 1))
    expect(marks.map((mark) => mark?.markIv)).toEqual([0.6159, 0.6157, 1.1473])
    expect(marks[0]).not.toHaveProperty('bidIv')
    expect(marks[1]).not.toHaveProperty('bidPrice')
    expect(marks[1]).toMatchObject({ markPrice: 0, askPrice: 0.0001 })
  })

  it('recorded block prices add up to the last digit in our decimals', () => {
    const blocks = asList(asObject(parse('samples/block_rfq_trades_2026-09-20.json'))?.['block_rfqs'])
    expect(blocks.length).toBeGreaterThan(0)
    for (const block of blocks.map(asObject)) {
      const net = asList(block?.['legs'])
        .map(asObject)
        .reduce((sum, leg) => sum + (leg?.['direction'] === 'buy' ? 1 : -1) * Number(leg?.['ratio']) * priceFromWire(leg?.['price'])!, 0)
      const traded = priceFromWire(asObject(asList(block?.['trades'])[0])?.['price'])!
      expect(formatPrice(net as Price), String(block?.['id'])).toBe(formatPrice(traded))
    }
  })
}

function accounts(named: (path: string) => Frame, resultOf: (path: string) => unknown): void {
  it('recorded summaries give a balance for each currency, and the model of the margin', () => {
    const segregated = resultOf('nautilus/http_get_account_summaries.json')
    expect(balancesFromWire(segregated)).toEqual([
      { currency: 'BTC', equity: 302.61869214, available: 301.38059622 },
      { currency: 'ETH', equity: 100, available: 99.999598 },
    ])
    expect(summaryFromWire(segregated)).toMatchObject({ name: 'user', id: '10' })
    const cross = asObject(resultOf('nautilus/http_get_account_summaries_cross_margin.json'))
    expect(balancesFromWire(cross)?.map(({ currency }) => currency)).toEqual(['BTC', 'USDT', 'SOL', 'ETH'])
    expect(asList(cross?.['summaries']).map((row) => modeOf(summaryFromWire(row).marginModel!))).toEqual(
      Array.from({ length: 4 }, () => 'portfolio margin, cross collateral'),
    )
  })

  it('a recorded portfolio notification has the fields of a summary', () => {
    const frame = named('nautilus/ws_portfolio.json')
    expect(frame.kind === 'NOTIFICATION' && balancesFromWire({ summaries: [frame.data] })).toMatchObject([{ currency: 'USDT' }])
  })

  it("a recorded response contains the venue's time in milliseconds", () => {
    expect(named('nautilus/http_get_account_summaries_cross_margin.json')).toMatchObject({
      answer: { kind: 'RESULT', venueNow: 1_778_048_572_538 },
    })
  })
}

type ChainRow = {
  readonly expiry: string
  readonly isCall: boolean
  readonly strike: number
  readonly years: number
  readonly forward: number
  readonly mark: number
  readonly iv: number
}

/** A whole recorded option chain, each row as the ticker it was made from. */
function chains(names: readonly string[], parse: (path: string) => unknown): void {
  it.each(names.filter((name) => name.endsWith('.json')))('the marks of the recorded chain %s agree with our pricing', (name) => {
    const gaps = chainRows(asObject(parse(`chains/${name}`))!)
      .map((row) => {
        const ticker = {
          mark_price: row.mark,
          mark_iv: row.iv * 100,
          underlying_price: row.forward,
          index_price: row.forward,
          timestamp: 0,
        }
        const mark = markFromWire(ticker, 1)!
        expect(mark.markIv).toBeCloseTo(row.iv, 12)
        const kind: NonNullable<Instrument['optionKind']> = row.isCall ? 'CALL' : 'PUT'
        const model = inverseOptionPrice({
          kind,
          forward: mark.underlyingPrice,
          strike: row.strike,
          years: row.years,
          volatility: mark.markIv!,
        })
        return Math.abs(model - mark.markPrice)
      })
      .sort((a, b) => a - b)
    // One tick of the book: the older recording has four decimals, and its only forward is the one implied by put-call parity.
    expect(gaps.length).toBeGreaterThan(500)
    expect(gaps[Math.floor(gaps.length / 2)]).toBeLessThan(0.0005)
  })
}

/** The two chains were recorded by different people. If the forward is missing, it is derived from the at-the-money put and call. */
function chainRows(chain: WireObject): readonly ChainRow[] {
  const rows = asList(chain['contracts'] ?? chain['options']).flatMap((value): ChainRow[] => {
    const row = asObject(value)!
    const [mark, iv] = [row['mark_price'], row['mark_iv']]
    if (typeof mark !== 'number' || typeof iv !== 'number' || iv === 0) return []
    const expiry = String(row['expiry_date'] ?? row['expiry'])
    return [
      {
        expiry,
        isCall: row['kind'] === 'C',
        strike: Number(row['strike']),
        years: Number(row['T'] ?? row['T_years']),
        forward: Number(row['underlying_price']),
        mark,
        iv,
      },
    ]
  })
  return rows.map((row) =>
    Number.isNaN(row.forward)
      ? {
          ...row,
          forward: parityForward(
            rows.filter(({ expiry }) => expiry === row.expiry),
            Number(chain['underlying_price']),
          ),
        }
      : row,
  )
}

function parityForward(rows: readonly ChainRow[], index: number): number {
  const pairs = rows
    .filter((row) => row.isCall)
    .flatMap((call) => rows.filter((row) => !row.isCall && row.strike === call.strike).map((put) => ({ call, put })))
  const [nearest] = pairs.sort((a, b) => Math.abs(a.call.strike - index) - Math.abs(b.call.strike - index))
  return nearest === undefined ? index : nearest.call.strike / (1 - nearest.call.mark + nearest.put.mark)
}

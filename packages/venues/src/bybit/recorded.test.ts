/** Messages recorded from the venue itself, if the environment names a folder of them; they are not ours to keep in the repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MILLISECONDS_PER_YEAR, optionFigures, parseInstrumentName } from '@parley/core'
import { asList, asObject } from '../adapter/wire-object.ts'
import { answerFromWire } from './answers.ts'
import { createMerge, frameFromWire } from './frames.ts'
import { positiveFromWire } from './numbers.ts'
import { instrumentFromWire, markFromWire, REST_NAMES, SOCKET_NAMES } from './wire.ts'

const folder = process.env['PARLEY_RECORDED_DATA']

if (folder === undefined || !existsSync(join(folder, 'bybit'))) {
  const reason = folder === undefined ? 'PARLEY_RECORDED_DATA is not set' : `${folder} has no folder bybit`
  console.log(`Recorded Bybit messages are not replayed: ${reason}.`)
  describe('recorded messages of Bybit', () => {
    it(`are not replayed here, because ${reason}`, () => expect(reason).toMatch(/./))
  })
} else {
  replay(join(folder, 'bybit'))
}

function replay(root: string): void {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  /** The JSON of an answer, which in some recordings follows three lines about the call. */
  const bodyOf = (path: string): string => read(path).replace(/^(GET|POST)\n.*\n.*\n/, '')
  answers(readdirSync(join(root, 'bybit-net')), bodyOf)
  instruments(read, bodyOf)
  tickers(read)
  chain(read)
  frames(read)
}

/** Of calls that we do not make: by an answer without a time nothing could be timed. */
const WITHOUT_TIME = /HistoricalVolatility|DisconnectCancelAll/

function answers(names: readonly string[], bodyOf: (path: string) => string): void {
  it.each(names.filter((name) => /^(Account|ExchangeData|Trading)_/.test(name)))('the recorded answer %s is understood', (name) => {
    const understood = WITHOUT_TIME.test(name) ? { kind: 'LOST' } : { kind: 'RESULT', venueNow: expect.any(Number) as number }
    expect(answerFromWire(200, bodyOf(`bybit-net/${name}`))).toMatchObject(understood)
  })
}

function instruments(read: (path: string) => string, bodyOf: (path: string) => string): void {
  const rowsOf = (text: string): readonly unknown[] => asList(asObject(asObject(JSON.parse(text))?.['result'])?.['list'])
  const namesOf = (text: string) => rowsOf(text).map((row) => instrumentFromWire(row, () => 1)?.name)

  it('recorded options that settle in USDC are read, with and without a number, whatever their quote coin', () => {
    expect(namesOf(read('nautilus/http_get_instruments_option.json'))).toEqual(['ETH-26JUN26-16000-P'])
    expect(namesOf(read('nautilus/http_get_instruments_option_symbol_id.json'))).toEqual(['BTC-30JUN25-100000-C'])
    expect(namesOf(bodyOf('bybit-net/ExchangeData_GetOptionSymbols.txt'))).toEqual(['ETH-3JAN23-1250-P'])
  })

  it.each(['inverse', 'linear', 'spot'])('recorded %s contracts are passed over', (category) => {
    const rows = namesOf(read(`nautilus/http_get_instruments_${category}.json`))
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every((name) => name === undefined)).toBe(true)
  })
}

function tickers(read: (path: string) => string): void {
  it('the recorded option ticker becomes a mark without a bid', () => {
    const frame = frameFromWire(read('nautilus/ws_ticker_option.json'))
    if (frame.kind !== 'TICKER') throw new Error('no ticker')
    const mark = markFromWire(frame.data, SOCKET_NAMES, { id: 1, at: frame.at })
    expect(mark).toMatchObject({ markPrice: 7.86976724, markIv: 0.4896, askPrice: 10, askIv: 0.514, underlyingPrice: 16_815.1 })
    expect(mark).not.toHaveProperty('bidPrice')
  })

  it('the recorded ticker of a perpetual brings an index', () => {
    const frame = frameFromWire(read('nautilus/ws_ticker_linear.json'))
    if (frame.kind !== 'TICKER') throw new Error('no ticker')
    expect(positiveFromWire(createMerge()(frame)?.['indexPrice'])).toBe(17_227.36)
  })
}

/** Real figures of 8 April 2025: our model agrees with the venue's in its greeks, which are for a point of volatility and for a day. */
function chain(read: (path: string) => string): void {
  it('the recorded marks and greeks of options are those of our pricing', () => {
    const recorded = asObject(JSON.parse(read('ccxt/recorded_responses.json')))!
    const answer = asObject(Object.entries(recorded).find(([name]) => name.includes('category=option'))?.[1])!
    const at = Number(answer['time'])
    const rows = asList(asObject(answer['result'])?.['list'])
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      const name = String(asObject(row)?.['symbol']).replace('-USDT', '')
      const mark = markFromWire(row, REST_NAMES, { id: 1, at })!
      const { option, expiresAt } = parseInstrumentName(name)!
      const years = (expiresAt! - at) / MILLISECONDS_PER_YEAR
      const strike = option!.strike / 1e8
      const model = optionFigures({ kind: option!.kind, forward: mark.underlyingPrice, strike, years, volatility: mark.markIv! })
      expect(model.price / mark.markPrice, name).toBeCloseTo(1, 2)
      expect(model.delta, name).toBeCloseTo(mark.greeks!.delta, 3)
      expect(model.vega / mark.greeks!.vega, name).toBeCloseTo(1, 2)
      expect(model.theta / mark.greeks!.theta, name).toBeCloseTo(1, 2)
    }
  })
}

function frames(read: (path: string) => string): void {
  it.each([
    ['ws_subscription_ack', 'OTHER'],
    ['ws_subscription_failure', 'REFUSED'],
    ['ws_public_trade', 'OTHER'],
    ['ws_orderbook_snapshot', 'OTHER'],
    ['ws_orderbook_delta', 'OTHER'],
    ['ws_kline', 'OTHER'],
  ])('the recorded frame %s is understood: %s', (name, kind) => {
    expect(frameFromWire(read(`nautilus/${name}.json`)).kind).toBe(kind)
  })
}

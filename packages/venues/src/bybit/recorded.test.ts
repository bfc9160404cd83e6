/** Messages recorded from the venue, if the environment names a folder of them. We may not keep them in the repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MILLISECONDS_PER_YEAR, optionFigures, parseInstrumentName } from '@parley/core'
import { asList, asObject } from '../adapter/wire-object.ts'
import { answerFromWire } from './answers.ts'
import { balancesFromWire, positionsFromWire } from './holdings-wire.ts'
import { findingsOfKey, keyFromWire, modeFromWire } from './key-wire.ts'
import { executionFromWire } from './past-blocks-wire.ts'
import { createMerge, frameFromWire } from './frames.ts'
import { positiveFromWire } from '../adapter/decimal-texts.ts'
import { futureFromWire, futureMarkFromWire, instrumentFromWire, markFromWire, pauseFromWire, REST_NAMES, SOCKET_NAMES } from './wire.ts'

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
  /** The JSON of a response, which in some recordings follows three lines about the call. */
  const bodyOf = (path: string): string => read(path).replace(/^(GET|POST)\n.*\n.*\n/, '')
  answers(readdirSync(join(root, 'bybit-net')), bodyOf)
  instruments(read, bodyOf)
  tickers(read)
  chain(read)
  frames(read)
  accounts(read, bodyOf)
}

/** Calls that Parley does not make: without a time in the response, the clocks could not be compared. */
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

  it('recorded options that settle in USDC are read, with and without an id, whatever their quote coin', () => {
    expect(namesOf(read('nautilus/http_get_instruments_option.json'))).toEqual(['ETH-26JUN26-16000-P'])
    expect(namesOf(read('nautilus/http_get_instruments_option_symbol_id.json'))).toEqual(['BTC-30JUN25-100000-C'])
    expect(namesOf(bodyOf('bybit-net/ExchangeData_GetOptionSymbols.txt'))).toEqual(['ETH-3JAN23-1250-P'])
  })

  it('a recorded inverse perpetual is read, whatever its delivery time says, and one on a coin that we do not trade is ignored', () => {
    const inverses = (path: string) => rowsOf(read(path)).map((row) => futureFromWire(row, () => 1))
    expect(inverses('nautilus/http_get_instruments_inverse.json')).toMatchObject([
      { name: 'BTCUSD', productCode: 'BB', quoteCurrency: 'USD', clearingCurrency: 'BTC', tickSize: 50_000_000, minBlockSize: 1_000_000 },
    ])
    expect(inverses('nautilus/http_get_instruments_inverse.json')[0]).not.toHaveProperty('expiresAt')
    expect(inverses('nautilus/http_get_instruments_inverse_symbol_type.json')).toEqual([undefined])
    expect(inverses('nautilus/http_get_instruments_linear.json').every((row) => row === undefined)).toBe(true)
  })

  it.each(['inverse', 'linear', 'spot'])('among options, recorded %s contracts are passed over', (category) => {
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

  it('the recorded ticker of an inverse perpetual becomes a mark and its own forward', () => {
    const answer = asObject(JSON.parse(read('bybit-net/ExchangeData_GetLinearInverseTickers.txt').replace(/^GET\n.*\n.*\n/, '')))!
    const [row] = asList(asObject(answer['result'])?.['list'])
    expect(futureMarkFromWire(asObject(row)!, { id: 1, at: 5 })).toEqual({
      ...{ instrumentId: 1, markPrice: 16_596, underlyingPrice: 16_596, indexPrice: 16_598.54, at: 5 },
      ...{ bidPrice: 16_596, bidAmount: 1, askPrice: 16_597.5, askAmount: 1 },
      funding: { rate: -0.001034, everyMs: 28_800_000, nextAt: 1_672_387_200_000 },
    })
  })

  it('inverse perpetuals of four years ago had the names and the ticks that we list', () => {
    const listed = /"name":"(EOS|XRP)USD".*?"tick_size":"([\d.]+)"/g
    expect([...read('cryptofeed/BYBIT.0.txt').matchAll(listed)].map(([, coin, tick]) => `${coin} ${tick}`)).toEqual([
      'EOS 0.001',
      'XRP 0.0001',
    ])
  })

  it('the recorded ticker of a perpetual brings an index', () => {
    const frame = frameFromWire(read('nautilus/ws_ticker_linear.json'))
    if (frame.kind !== 'TICKER') throw new Error('no ticker')
    expect(positiveFromWire(createMerge()(frame)?.['indexPrice'])).toBe(17_227.36)
  })
}

/** Real data from 8 April 2025. Our model agrees with the venue's greeks, which are per volatility point and per day. */
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

function accounts(read: (path: string) => string, bodyOf: (path: string) => string): void {
  const resultOf = (text: string): unknown => asObject(JSON.parse(text))?.['result']
  const rowsOf = (text: string): readonly unknown[] => asList(asObject(resultOf(text))?.['list'])

  it('a recorded read-write key and a read-only one are distinguished; neither can trade blocks', () => {
    const writes = keyFromWire(resultOf(bodyOf('bybit-net/Account_GetApiKeyInfo.txt')))!
    const reads = keyFromWire(resultOf(read('nautilus/http_get_user_query_api.json')))!
    expect(writes).toMatchObject({ userId: '24617703', isReadOnly: false, addresses: ['*'], endsAt: Date.UTC(2023, 11, 22, 7, 20, 25) })
    expect(reads).toMatchObject({ userId: '1448939', isReadOnly: true, endsAt: undefined })
    const bad = (key: typeof reads, at: number): readonly string[] =>
      findingsOfKey(key, at).flatMap(({ about, verdict }) => (verdict === 'BAD' ? [about] : []))
    expect(bad(writes, 1_697_525_990_798)).toEqual(['BLOCK_TRADE'])
    expect(bad(reads, 1_776_149_990_532)).toEqual(['TRADE', 'BLOCK_TRADE'])
  })

  it('the recorded account is a unified account 1.0', () => {
    expect(modeFromWire(resultOf(read('nautilus/http_get_account_info.json')))).toMatchObject({ mode: 'unified 1.0, cross margin' })
  })

  it('recorded positions are read with their side, and the closed one is left out', () => {
    const held = (text: string) => positionsFromWire(rowsOf(text))!.map((one) => [one.instrumentName, one.quantity / 1e6])
    expect(held(bodyOf('bybit-net/Trading_GetPositions.txt'))).toEqual([['BTCUSD', -300]])
    const two = [
      ['BTCUSDT', 0.5],
      ['ETHUSDT', -5],
    ]
    expect(held(read('nautilus/http_get_positions.json'))).toEqual(two)
    expect(held(read('nautilus/http_get_positions_with_open_time.json')).length).toBeGreaterThan(0)
  })

  it('recorded wallets are read coin by coin, with their available amounts', () => {
    const wallet = (text: string) => balancesFromWire(resultOf(text))
    expect(wallet(bodyOf('bybit-net/Account_GetBalances.txt'))).toEqual([])
    expect(wallet(read('nautilus/http_get_wallet_balance.json'))).toContainEqual({ currency: 'USDT', equity: 1000.5, available: 1000.5 })
    for (const name of ['spot_short', 'with_spot_borrow'])
      expect(wallet(read(`nautilus/http_get_wallet_balance_${name}.json`))).toBeDefined()
  })

  it('recorded executions have a side, a fee and the currency of their contract', () => {
    const [own] = rowsOf(bodyOf('bybit-net/Trading_GetUserTrades.txt'))
    expect(executionFromWire('linear', own)).toMatchObject({ side: 'BUY', fee: 7_140_900, feeCurrency: 'USDC' })
    const sides = rowsOf(read('nautilus/http_get_executions.json')).map((row) => executionFromWire('linear', row))
    expect(sides).toMatchObject([
      { side: 'BUY', feeCurrency: 'USDT' },
      { side: 'SELL', fee: 90_000_000 },
    ])
  })

  it('the recorded maintenance is over', () => {
    expect(pauseFromWire(resultOf(bodyOf('bybit-net/ExchangeData_GetSystemStatus.txt')), 1_751_858_399_649)).toBeUndefined()
  })
}

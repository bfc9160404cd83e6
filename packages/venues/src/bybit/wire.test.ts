import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price, quantity } from '@parley/core'
import { answerFromWire, failureFromWire } from './answers.ts'
import { createMerge, frameFromWire, type Frame } from './frames.ts'
import { figureFromWire, positiveFromWire } from '../adapter/decimal-texts.ts'
import {
  futureFromWire,
  futureMarkFromWire,
  instrumentFromWire,
  markFromWire,
  priceLimitFromWire,
  REST_NAMES,
  SOCKET_NAMES,
} from './wire.ts'

const row = {
  symbol: 'BTC-27MAR26-70000-P',
  symbolId: 99,
  status: 'Trading',
  baseCoin: 'BTC',
  quoteCoin: 'USD',
  settleCoin: 'USDC',
  optionsType: 'Put',
  launchTime: '1766700000000',
  deliveryTime: '1774598400000',
  deliveryFeeRate: '0.00015',
  priceFilter: { minPrice: '5', maxPrice: '10000000', tickSize: '5' },
  lotSizeFilter: { qtyStep: '0.01', maxOrderQty: '1500', minOrderQty: '0.01' },
}
const numberOf = (): number => 7
const read = (change: object) => instrumentFromWire({ ...row, ...change }, numberOf)

describe('options from the wire', () => {
  it('reads a row exactly', () => {
    expect(read({})).toEqual({
      id: 7,
      name: 'BTC-27MAR26-70000-P',
      venue: 'BYB',
      productCode: 'BE',
      kind: 'OPTION',
      baseCurrency: 'BTC',
      quoteCurrency: 'USDC',
      clearingCurrency: 'USDC',
      marginKind: 'LINEAR',
      optionKind: 'PUT',
      strike: price('70000'),
      expiresAt: 1_774_598_400_000,
      contractSize: quantity('1'),
      tickSize: price('5'),
      tickSizeSteps: [],
      quantityIncrement: quantity('0.01'),
      minBlockSize: quantity('0.01'),
      state: 'ACTIVE',
    })
  })

  it('depends on the settlement coin: the quote coin is written USD, USDC or USDT', () => {
    expect(read({ quoteCoin: 'USDC' })?.quoteCurrency).toBe('USDC')
    expect(read({ symbol: 'BTC-27MAR26-70000-P-USDT', quoteCoin: 'USDT', settleCoin: 'USDT' })).toBeUndefined()
    expect(read({ symbol: 'ETH-27MAR26-7000-P', baseCoin: 'ETH' })?.productCode).toBe('JC')
  })

  it.each([
    ['a coin that is not ours', { symbol: 'SOL-27MAR26-150-P', baseCoin: 'SOL' }],
    ['one that is not open yet', { status: 'PreLaunch' }],
    ['one that is being delivered', { status: 'Delivering' }],
    ['a name that says call and a type that says put', { symbol: 'BTC-27MAR26-70000-C' }],
    ['a perpetual, delivered at 0', { deliveryTime: '0' }],
    ['a tick of nothing', { priceFilter: { tickSize: '0' } }],
    ['a tick that is a number', { priceFilter: { tickSize: 5 } }],
    ['no lot', { lotSizeFilter: undefined }],
    ['an inverse perpetual', { symbol: 'BTCUSD', contractType: 'InversePerpetual', settleCoin: 'BTC', optionsType: undefined }],
  ])('passes over %s', (_what, change) => expect(read(change)).toBeUndefined())
})

describe('futures from the wire', () => {
  const row = {
    ...{ symbol: 'BTCUSDH27', contractType: 'InverseFutures', status: 'Trading', baseCoin: 'BTC', quoteCoin: 'USD', settleCoin: 'BTC' },
    ...{ deliveryTime: '1806048000000', priceFilter: { tickSize: '0.5' }, lotSizeFilter: { qtyStep: '1', minOrderQty: '1' } },
  }
  const readFuture = (change: object) => futureFromWire({ ...row, ...change }, () => 7)

  it('are counted in dollars, and expire at the time in the row', () => {
    expect(readFuture({})).toEqual({
      ...{ id: 7, name: 'BTCUSDH27', venue: 'BYB', productCode: 'BB', kind: 'FUTURE', baseCurrency: 'BTC', quoteCurrency: 'USD' },
      ...{ clearingCurrency: 'BTC', marginKind: 'INVERSE', expiresAt: 1_806_048_000_000, contractSize: quantity('1') },
      ...{ tickSize: price('0.5'), tickSizeSteps: [], quantityIncrement: quantity('1'), minBlockSize: quantity('1'), state: 'ACTIVE' },
    })
    const perpetual = { symbol: 'XRPUSD', contractType: 'InversePerpetual', baseCoin: 'XRP', settleCoin: 'XRP', deliveryTime: '0' }
    expect(readFuture(perpetual)).toMatchObject({ productCode: 'XR' })
    expect(readFuture(perpetual)).not.toHaveProperty('expiresAt')
  })

  it.each([
    ['a coin that is not ours', { symbol: 'SOLUSD', baseCoin: 'SOL', settleCoin: 'SOL' }],
    ['a future without an end', { deliveryTime: '0' }],
    ['one that settles in another coin', { settleCoin: 'USDC' }],
    ['one that is not open yet', { status: 'PreLaunch' }],
    ['a linear one', { contractType: 'LinearFutures' }],
    ['a step of nothing', { lotSizeFilter: { qtyStep: '0', minOrderQty: '1' } }],
  ])('pass over %s', (_what, change) => expect(readFuture(change)).toBeUndefined())

  it('linear ones settle in USDC and are counted in coins, and their perpetual does not expire', () => {
    const linear = { contractType: 'LinearFutures', quoteCoin: 'USDC', settleCoin: 'USDC', lotSizeFilter: { qtyStep: '0.001', minOrderQty: '0.001' } } // prettier-ignore
    expect(readFuture({ ...linear, symbol: 'BTC-26MAR27' })).toEqual({
      ...{ id: 7, name: 'BTC-26MAR27', venue: 'BYB', productCode: 'BX', kind: 'FUTURE', baseCurrency: 'BTC', quoteCurrency: 'USDC' },
      ...{ clearingCurrency: 'USDC', marginKind: 'LINEAR', expiresAt: 1_806_048_000_000, contractSize: quantity('1') },
      ...{
        tickSize: price('0.5'),
        tickSizeSteps: [],
        quantityIncrement: quantity('0.001'),
        minBlockSize: quantity('0.001'),
        state: 'ACTIVE',
      },
    })
    const perpetual = readFuture({ ...linear, symbol: 'BTCPERP', contractType: 'LinearPerpetual', deliveryTime: '0' })
    expect(perpetual).toMatchObject({ productCode: 'BX' })
    expect(perpetual).not.toHaveProperty('expiresAt')
    expect(readFuture({ ...linear, symbol: 'BTCUSDT', quoteCoin: 'USDT', settleCoin: 'USDT' })).toBeUndefined()
    expect(readFuture({ ...linear, symbol: 'ETHPERP', baseCoin: 'ETH' })).toBeUndefined()
  })

  it("linear ones have the venue's price band around the mark", () => {
    const linear = { ...row, symbol: 'BTCPERP', contractType: 'LinearPerpetual', settleCoin: 'USDC' }
    const limited = { ...linear, riskParameters: { priceLimitRatioX: '0.01', priceLimitRatioY: '0.02' } }
    expect(priceLimitFromWire(limited)).toEqual({ name: 'BTCPERP', ratio: 0.01 })
    expect(priceLimitFromWire(linear)).toBeUndefined()
    expect(priceLimitFromWire({ ...limited, ...row })).toBeUndefined()
    const mark = futureMarkFromWire({ markPrice: '100000', indexPrice: '99990' }, { id: 7, at: 5, priceLimit: 0.01 })
    expect(mark).toMatchObject({ minPrice: 99_000, maxPrice: 101_000 })
  })

  it.each([
    [
      { fundingRate: '-0.001034', nextFundingTime: '1672387200000' },
      { rate: -0.001034, everyMs: 28_800_000, nextAt: 1_672_387_200_000 },
    ],
    [
      { fundingRate: '0.0001', nextFundingTime: '1672387200000', fundingIntervalHour: '4' },
      { rate: 0.0001, everyMs: 14_400_000, nextAt: 1_672_387_200_000 },
    ],
    [{ fundingRate: '', nextFundingTime: '0' }, undefined],
    [{}, undefined],
  ])('have funding if the ticker has a rate and its time: %o', (fields, funding) => {
    expect(futureMarkFromWire({ markPrice: '100', indexPrice: '99', ...fields }, { id: 7, at: 5 })?.funding).toEqual(funding)
  })

  it('have their own marks, and none without a mark price or an index', () => {
    const ticker = { markPrice: '98012.5', indexPrice: '97990.5', bid1Price: '98012.0', bid1Size: '12', ask1Price: '0', ask1Size: '0' }
    expect(futureMarkFromWire(ticker, { id: 7, at: 5 })).toEqual({
      ...{ instrumentId: 7, markPrice: 98_012.5, underlyingPrice: 98_012.5, indexPrice: 97_990.5, at: 5, bidPrice: 98_012, bidAmount: 12 },
    })
    for (const name of ['markPrice', 'indexPrice']) expect(futureMarkFromWire({ ...ticker, [name]: '' }, { id: 7, at: 5 })).toBeUndefined()
  })
})

describe('tickers from the wire', () => {
  const common = { symbol: 'X', markPrice: '7.86976724', indexPrice: '16823.73', underlyingPrice: '16815.1' }
  const greeks = { delta: '0.047831', gamma: '0.00021453', vega: '0.81351067', theta: '-19.9115368' }
  const mark = {
    ...{ instrumentId: 7, markPrice: 7.86976724, indexPrice: 16_823.73, underlyingPrice: 16_815.1, at: 5 },
    ...{ markIv: 0.4896, askPrice: 10, askAmount: 5.1, askIv: 0.514 },
    greeks: { delta: 0.047831, gamma: 0.00021453, vega: 0.81351067, theta: -19.9115368 },
  }
  const socket = { bidPrice: '0', bidSize: '0', bidIv: '0', askPrice: '10', askSize: '5.1', askIv: '0.514', markPriceIv: '0.4896' }
  const rest = { bid1Price: '0', bid1Size: '0', bid1Iv: '0', ask1Price: '10', ask1Size: '5.1', ask1Iv: '0.514', markIv: '0.4896' }

  it('have different names over REST and on the socket, fractions in both, and no bid if the bid is 0', () => {
    const where = { id: 7, at: 5 }
    expect(markFromWire({ ...common, ...greeks, ...socket }, SOCKET_NAMES, where)).toEqual(mark)
    expect(markFromWire({ ...common, ...greeks, ...rest }, REST_NAMES, where)).toEqual(mark)
    expect(markFromWire({ ...common, ...rest }, SOCKET_NAMES, where)).not.toHaveProperty('askPrice')
  })

  it('gives no mark without a mark price, an index or a forward', () => {
    for (const name of ['markPrice', 'indexPrice', 'underlyingPrice'])
      expect(markFromWire({ ...common, [name]: '' }, SOCKET_NAMES, { id: 7, at: 5 })).toBeUndefined()
  })

  it('reads an empty string as undefined, and never as 0', () => {
    expect(figureFromWire('')).toBeUndefined()
    expect(figureFromWire('0')).toBe(0)
    expect(positiveFromWire('0')).toBeUndefined()
    for (const odd of ['1e5', '0x10', ' 1', 'NaN', null, {}, NaN, Infinity]) expect(figureFromWire(odd), String(odd)).toBeUndefined()
  })
})

describe('frames', () => {
  const ticker = (type: string, data: object) => frameFromWire(JSON.stringify({ topic: 'tickers.BTCPERP', type, ts: 5, cs: 1, data }))
  const asTicker = (frame: Frame) => frame as Extract<Frame, { kind: 'TICKER' }>

  it('an update leaves absent fields unchanged, and a snapshot replaces everything', () => {
    const merge = createMerge()
    const receive = (type: string, data: object) => merge(asTicker(ticker(type, { symbol: 'BTCPERP', ...data })))
    expect(receive('delta', { markPrice: '1' })).toBeUndefined()
    receive('snapshot', { indexPrice: '100', markPrice: '101' })
    expect(receive('delta', { markPrice: '102' })).toEqual({ symbol: 'BTCPERP', indexPrice: '100', markPrice: '102' })
    expect(receive('snapshot', { markPrice: '103' })).toEqual({ symbol: 'BTCPERP', markPrice: '103' })
  })

  it('is named after its data if its topic names only a coin', () => {
    const text = JSON.stringify({ topic: 'tickers.BTC', type: 'snapshot', ts: 5, data: { symbol: 'BTC-6JAN23-17500-C' } })
    expect(frameFromWire(text)).toMatchObject({ kind: 'TICKER', symbol: 'BTC-6JAN23-17500-C' })
  })

  it.each([
    ['of a linear socket', { success: false, ret_msg: 'Invalid topic: x', op: 'subscribe' }, []],
    ['of an option socket', { success: true, data: { failTopics: ['tickers.X'], successTopics: [] }, type: 'COMMAND_RESP' }, ['tickers.X']],
  ])('a refused subscription is seen in the answer %s', (_where, answer, topics) => {
    expect(frameFromWire(JSON.stringify(answer))).toMatchObject({ kind: 'REFUSED', topics })
  })

  it.each([
    { args: ['1'], op: 'pong' },
    { success: true, ret_msg: 'pong', op: 'ping' },
    { req_id: '1', op: 'pong', args: ['1'] },
  ])('a pong is known in every form: %j', (pong) => expect(frameFromWire(JSON.stringify(pong))).toEqual({ kind: 'PONG' }))

  it('any frame, broken or truncated, is parsed or ignored', () => {
    const whole = JSON.stringify({ topic: 'tickers.BTCPERP', type: 'snapshot', ts: 5, data: { symbol: 'BTCPERP', indexPrice: '100' } })
    const broken = fc.oneof(
      fc.string(),
      fc.json(),
      fc.integer({ min: 0, max: whole.length }).map((length) => whole.slice(0, length)),
      fc
        .record({ topic: fc.constant('tickers.X'), type: fc.anything(), ts: fc.anything(), data: fc.anything() })
        .map((frame) => JSON.stringify(frame) ?? ''),
    )
    fc.assert(
      fc.property(broken, (text) => {
        const frame = frameFromWire(text)
        if (frame.kind === 'TICKER') markFromWire(frame.data, SOCKET_NAMES, { id: 1, at: frame.at })
        expect(['TICKER', 'REFUSED', 'PONG', 'OTHER']).toContain(frame.kind)
      }),
    )
    fc.assert(fc.property(fc.anything(), (value) => instrumentFromWire(value, numberOf) === undefined))
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(row)), fc.anything()), (change) => {
        const instrument = read(change)
        expect(instrument === undefined || instrument.tickSize > 0).toBe(true)
      }),
    )
  })
})

describe('the meaning of a response', () => {
  const answer = (body: object, status = 200) => answerFromWire(status, JSON.stringify({ retMsg: 'x', result: {}, time: 9, ...body }))

  it.each(['OK', 'SUCCESS', 'success', ''])('is a result whatever its message says: %j', (retMsg) => {
    expect(answer({ retCode: 0, retMsg })).toEqual({ kind: 'RESULT', result: {}, venueNow: 9 })
    expect(answer({ retCode: '0', retMsg, time: '9' })).toEqual({ kind: 'RESULT', result: {}, venueNow: 9 })
  })

  it.each([10000, 10002, 10006, 10016])('leaves the question open when the venue is busy or its clock differs: %d', (retCode) => {
    expect(failureFromWire(answer({ retCode }) as never)).toMatchObject({ outcome: 'UNKNOWN' })
  })

  it('waits for ten seconds if the address has exceeded its rate limit', () => {
    const pause = { kind: 'LOST', retryAfterMs: 10_000 }
    expect(answerFromWire(403, 'access too frequent.')).toMatchObject(pause)
    expect(answerFromWire(429, '')).toMatchObject(pause)
  })

  it('accepts an HTML page as a response only if the status is final', () => {
    expect(answerFromWire(502, '<html>')).toMatchObject({ kind: 'LOST' })
    expect(answerFromWire(200, '<html>')).toMatchObject({ kind: 'LOST' })
    expect(answerFromWire(403, '<html>')).toMatchObject({ kind: 'ERROR', code: 403 })
  })

  it('never treats a broken or truncated response as a result or a refusal', () => {
    const whole = JSON.stringify({ retCode: 0, retMsg: 'OK', result: { list: [] }, retExtInfo: {}, time: 9 })
    const broken = fc.oneof(
      fc.string(),
      fc.integer({ min: 0, max: whole.length - 1 }).map((length) => whole.slice(0, length)),
    )
    fc.assert(fc.property(broken, (text) => answerFromWire(200, text).kind === 'LOST'))
    fc.assert(fc.property(fc.json(), fc.integer({ min: 200, max: 599 }), (text, status) => void answerFromWire(status, text)))
  })

  it("explains what to do about a key, and passes on the venue's other messages", () => {
    expect(failureFromWire({ kind: 'ERROR', code: 33004, message: 'expired' })).toMatchObject({ outcome: 'REJECTED', code: '33004' })
    expect(failureFromWire({ kind: 'ERROR', code: 110303, message: 'RFQ value too small' })).toEqual({
      outcome: 'REJECTED',
      message: 'RFQ value too small',
      code: '110303',
    })
  })
})

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPrice, formatQuantity, price, quantity, type Price, type Quantity } from '@parley/core'
import { executionFailureFromWire, failureFromWire } from './answers.ts'
import { frameFromWire, type Frame } from './frames.ts'
import { priceFromWire, priceToWire, quantityFromWire, quantityToWire } from './numbers.ts'
import { indexFromWire, instrumentsFromWire, listingFromWire, markFromWire } from './wire.ts'

const fixture = (name: string): Frame => frameFromWire(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'))

describe('instruments from the wire', () => {
  const frame = fixture('instruments')
  const rows = frame.kind === 'ANSWER' && frame.answer.kind === 'RESULT' ? instrumentsFromWire(frame.answer.result) : []

  it('reads the products that we trade, and ignores linear ones and combos', () => {
    expect(rows.map((row) => [row.name, row.productCode])).toEqual([
      ['BTC-PERPETUAL', 'CF'],
      ['ETH-26MAR27-3200-P', 'EH'],
    ])
  })

  it('reads an option exactly, on the block grid', () => {
    expect(rows[1]).toEqual({
      id: 12,
      name: 'ETH-26MAR27-3200-P',
      venue: 'DBT',
      productCode: 'EH',
      kind: 'OPTION',
      baseCurrency: 'ETH',
      quoteCurrency: 'ETH',
      clearingCurrency: 'ETH',
      marginKind: 'INVERSE',
      optionKind: 'PUT',
      strike: price('3200'),
      expiresAt: 1_806_048_000_000,
      contractSize: quantity('1'),
      tickSize: price('0.0001'),
      tickSizeSteps: [{ above: price('0.005'), tick: price('0.0005') }],
      quantityIncrement: quantity('1'),
      minBlockSize: quantity('250'),
      state: 'ACTIVE',
    })
  })

  it('gives a perpetual no expiry', () => {
    expect(rows[0]).not.toHaveProperty('expiresAt')
    expect(rows[0]).toMatchObject({ kind: 'FUTURE', quoteCurrency: 'USD', clearingCurrency: 'BTC', minBlockSize: quantity('200000') })
  })

  it.each([undefined, null, 7, 'text', [], {}, { kind: 'option' }, { kind: 'future', base_currency: 'BTC', instrument_type: 'reversed' }])(
    'passes over a row that says too little: %j',
    (row) => expect(instrumentsFromWire([row])).toEqual([]),
  )
})

describe('marks from the wire', () => {
  it('turns percent into fractions, and an empty side into an absent one', () => {
    const frame = fixture('ticker')
    const mark = frame.kind === 'NOTIFICATION' ? markFromWire(frame.data, 12) : undefined
    expect(mark).toEqual({
      instrumentId: 12,
      markPrice: 0.1402,
      markIv: 0.6159,
      bidPrice: 0.139,
      bidAmount: 50,
      bidIv: 0.6102,
      underlyingPrice: 3043.17,
      indexPrice: 3018.42,
      minPrice: 0.1135,
      maxPrice: 0.167,
      greeks: { delta: -0.51234, gamma: 0.00035, vega: 7.00123, theta: -1.72001 },
      at: 1_795_262_400_123,
    })
  })

  it('has the funding of a perpetual, and of nothing else', () => {
    const ticker = { mark_price: 100, index_price: 99, timestamp: 1 }
    expect(markFromWire({ ...ticker, current_funding: 0.00002, funding_8h: 0.00001 }, 1)?.funding).toEqual({
      rate: 0.00002,
      everyMs: 28_800_000,
    })
    expect(markFromWire(ticker, 1)).not.toHaveProperty('funding')
  })

  it('gives no mark without a mark price', () => {
    expect(markFromWire({ index_price: 1, timestamp: 1 }, 1)).toBeUndefined()
    expect(markFromWire(null, 1)).toBeUndefined()
  })

  it('reads indices and listings', () => {
    expect(indexFromWire({ index_name: 'btc_usd', price: 91_482.07, timestamp: 5 })).toEqual({
      baseCurrency: 'BTC',
      price: 91_482.07,
      at: 5,
    })
    expect(indexFromWire({ index_name: 'sol_usdc', price: 150, timestamp: 5 })).toBeUndefined()
    expect(listingFromWire({ instrument_name: 'X', state: 'created' })).toEqual({ instrumentName: 'X', change: 'LISTED' })
    expect(listingFromWire({ instrument_name: 'X', state: 'settled' })).toEqual({ instrumentName: 'X', change: 'EXPIRED' })
    expect(listingFromWire({ instrument_name: 'X', state: 'halted' })).toBeUndefined()
  })
})

describe('exact decimals and JSON numbers', () => {
  it('returns every price from the wire unchanged, without rounding noise in its text', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9e14, max: 9e14 }), (scaled) => {
        const sent = JSON.stringify(priceToWire(scaled as Price))
        expect(priceFromWire(JSON.parse(sent))).toBe(scaled)
        if (!sent.includes('e')) expect(sent).toBe(formatPrice(scaled as Price))
      }),
    )
  })

  it('returns every quantity unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9e14 }), (scaled) => {
        const sent = JSON.stringify(quantityToWire(scaled as Quantity))
        expect(quantityFromWire(JSON.parse(sent))).toBe(scaled)
        if (!sent.includes('e')) expect(sent).toBe(formatQuantity(scaled as Quantity))
      }),
    )
  })

  it.each([0.1 + 0.2, 0.30000000000000004, 0.3])('rounds the dust of others away: %d', (dusty) =>
    expect(priceFromWire(dusty)).toBe(price('0.3')),
  )

  it.each([NaN, Infinity, '0.3', null, undefined, 1e300])('does not take %s for a price', (value) =>
    expect(priceFromWire(value)).toBeUndefined(),
  )
})

describe('the meaning of an error', () => {
  const error = (code: number, message: string, data?: unknown) => ({ kind: 'ERROR', code, message, data }) as const

  it.each([10028, 10040, 10041, 10047, 10066, 11051, 11094, 13028, 13888])('leaves the question open when the venue is busy: %d', (code) =>
    expect(failureFromWire(error(code, 'later'))).toMatchObject({ outcome: 'UNKNOWN', retryAfterMs: 1_000 }),
  )

  it.each([
    [error(10043, 'price_wrong_tick'), 'price_wrong_tick'],
    [
      error(-32602, 'Invalid params', { param: 'amount', reason: 'must be a multiple of contract size' }),
      'Invalid params: must be a multiple of contract size (amount)',
    ],
    [error(13021, 'forbidden', null), 'forbidden'],
  ])("passes on the venue's message", (failure, message) =>
    expect(failureFromWire(failure)).toEqual({ outcome: 'REJECTED', message, code: String(failure.code) }),
  )

  it.each([
    error(11030, 'other_reject nonce_already_used'),
    error(-32602, 'Invalid params', { param: 'timestamp', reason: 'must be within 5 minutes' }),
    error(10010, 'already_closed'),
  ])('does not treat a possible echo of an earlier execution as final', (failure) => {
    expect(failureFromWire(failure).outcome).toBe('REJECTED')
    expect(executionFailureFromWire(failure).outcome).toBe('UNKNOWN')
  })
})

import { describe, expect, it } from 'vitest'
import { price, ratio, type Mark, type Structure } from '@parley/core'
import { presentInstrument } from '../catalogue/wire.ts'
import { bboOf } from './bbo.ts'
import { merged } from './marks-channel.ts'
import { call, ether, higher, markOf, perpetual } from '../../test/instruments.ts'
import { fixed, markView, onTick, percent, trimmed } from './wire.ts'

describe('figures on the wire', () => {
  it.each([
    [0.05004, '0.0001', '0.0500'],
    [0.05006, '0.0001', '0.0501'],
    [0, '0.0001', '0.0000'],
    [97_990.4, '0.5', '97990.5'],
    [97_990.4, '1', '97990'],
    [-0.00001, '0.0001', '0.0000'],
  ])('%d on a tick of %s is %s', (value, tick, text) => {
    expect(onTick(value, price(tick))).toBe(text)
  })

  it('never writes an exponent, a negative zero or an invalid number', () => {
    expect([fixed(1e-9, 8), fixed(-1e-9, 8), trimmed(1e-7), trimmed(-0), trimmed(Number.NaN), trimmed(undefined), percent(0.5236)]).toEqual(
      ['0.00000000', '0.00000000', '0.0000001', '0', null, null, '52.36'],
    )
  })

  it('tells a mark with all its digits, its book on the tick, and nothing it does not know', () => {
    expect(markView(call, markOf(call, 0.0512345, { bidPrice: 0.05, askPrice: 0.0525, bidIv: 0.51 }))).toEqual({
      instrument_id: 9_001,
      mark_price: '0.0512345',
      mark_iv: '52.40',
      bid_price: '0.0500',
      ask_price: '0.0525',
      bid_iv: '51.00',
      ask_iv: null,
      underlying_price: '98000',
      delta: '0.45000000',
      gamma: '0.00001230',
      vega: '120.50000000',
      theta: '-60.25000000',
      min_price: null,
      max_price: null,
    })
  })
})

describe('an instrument on the wire', () => {
  // Proves W 1.13.
  it('writes its step with a decimal point, whatever the step', () => {
    expect([call, perpetual].map((one) => presentInstrument(one).min_tick_size)).toEqual(['0.0001', '1.0'])
  })

  it('has Greeks where it was asked for them, a future too', () => {
    expect(presentInstrument(call).greeks).toBeNull()
    expect(presentInstrument(call, markOf(call, 0.05)).greeks).toMatchObject({ mark_price: '0.05', mark_iv: '52.40', delta: '0.45000000' })
    expect(presentInstrument(perpetual, markOf(perpetual, 100_000)).greeks).toMatchObject({ delta: '0.00001000', mark_iv: null })
  })

  it('describes the instrument', () => {
    expect(presentInstrument(ether)).toMatchObject({
      id: 9_004,
      name: 'ETH-25DEC37-3000-P',
      venue_instrument_name: 'ETH-25DEC37-3000-P',
      option_kind: 'PUT',
      strike: '3000',
      product_code: 'EH',
      min_order_size_increment: '1',
      state: 'ACTIVE',
    })
    expect(presentInstrument(perpetual)).toMatchObject({ option_kind: null, strike: null, expires_at: null, contract_size: '10' })
  })
})

const spread: Structure = {
  legs: [
    { instrument: call, side: 'BUY', ratio: ratio('1') },
    { instrument: higher, side: 'SELL', ratio: ratio('2') },
    { instrument: perpetual, side: 'SELL', ratio: ratio('20000'), price: price('98000') },
  ],
}
const marks: Readonly<Record<number, Mark>> = {
  9_001: markOf(call, 0.05, { bidPrice: 0.049, askPrice: 0.051, bidAmount: 30, askAmount: 12 }),
  9_002: markOf(higher, 0.02, { bidPrice: 0.019, askPrice: 0.021, bidAmount: 50, askAmount: 17 }),
}

describe('the screen prices of a structure', () => {
  const bbo = bboOf({ id: 'r_1', structure: spread, expiresAt: 9_000 }, (id) => marks[id], 1_234.5)!

  it('sums the legs, trimmed, and takes the smallest amount of any leg', () => {
    expect(bbo).toMatchObject({
      rfq_id: 'r_1',
      created_at: 1_234,
      expires_at: 9_000,
      mark_price: '0.01',
      best_bid_price: '0.007',
      best_ask_price: '0.013',
      // The bid sells 30 calls and buys 17 higher ones in pairs. The ask buys 12 and sells 50 in pairs.
      best_bid_amount: '8.5',
      best_ask_amount: '12',
      min_price: null,
    })
    expect(bbo.greeks.delta).toBe('-0.45000000')
  })

  it('of two futures is that of trading leg by leg, for the smaller amount', () => {
    const later = { ...perpetual, id: 9_009 }
    const structure: Structure = {
      legs: [
        { instrument: perpetual, side: 'SELL', ratio: ratio('1') },
        { instrument: later, side: 'BUY', ratio: ratio('1') },
      ],
    }
    const near = markOf(perpetual, 91_867, { bidPrice: 91_862.5, askPrice: 91_872.5, bidAmount: 150_000, askAmount: 120_000 })
    const far = markOf(later, 92_807, { bidPrice: 92_802.5, askPrice: 92_812.5, bidAmount: 150_000, askAmount: 150_000 })
    expect(bboOf({ id: 'r_2', structure, expiresAt: 9_000 }, (id) => (id === later.id ? far : near), 0)).toMatchObject({
      ...{ best_bid_price: '930', best_ask_price: '950', best_bid_amount: '120000', best_ask_amount: '150000' },
    })
  })

  it('has a mark price for every leg, a hedge at its own price where the venue is silent', () => {
    expect(bbo.legs.map((leg) => leg.mark_price)).toEqual(['0.0500', '0.0200', '98000'])
  })

  it('is not told while a leg has no mark', () => {
    expect(bboOf({ id: 'r_1', structure: spread, expiresAt: 9_000 }, (id) => (id === 9_001 ? marks[id] : undefined), 0)).toBeUndefined()
  })
})

describe('marks for one who reads slowly', () => {
  it('are the newest of each instrument, under the newest index', () => {
    const view = (index: string, ...known: readonly [typeof call, number][]) => ({
      venue: 'DBT',
      base_currency: 'BTC',
      at: 0,
      index_price: index,
      ...{ index_change_24h: null, index_change_since: null },
      is_stale: false,
      marks: known.map(([instrument, at]) => markView(instrument, markOf(instrument, at))),
    })
    const both = merged(view('1', [call, 0.05], [higher, 0.02]), view('2', [call, 0.06]))
    expect([both.index_price, both.marks.map((mark) => mark.mark_price)]).toEqual(['2', ['0.06', '0.02']])
  })
})

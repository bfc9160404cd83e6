import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price, quantity, type Instrument } from '@parley/core'
import type { Block } from '../port/venue-answers.ts'
import { formatSignature, legsToWire, linkIdOf, parseSignature, pricesToWire, QUOTE_SIDE, tradeFromWire } from './block-wire.ts'

const option = (name: string): Instrument => ({ name, kind: 'OPTION' }) as Instrument
const [CALL, PUT] = ['BTC-26DEC26-100000-C', 'BTC-26DEC26-80000-P']
const block: Block = {
  nonce: 't_1',
  at: 1_800_000_000_000,
  legs: [
    { instrument: option(CALL), makerSide: 'SELL', price: price('1205'), quantity: quantity('2.5') },
    { instrument: option(PUT), makerSide: 'BUY', price: price('340'), quantity: quantity('1') },
  ],
}

describe('a block as an RFQ', () => {
  it("has the taker's sides, which a taker gets by executing the maker's sell list", () => {
    expect(QUOTE_SIDE).toBe('Sell')
    expect(legsToWire(block)).toEqual([
      { category: 'option', symbol: CALL, side: 'Buy', qty: '2.5' },
      { category: 'option', symbol: PUT, side: 'Sell', qty: '1' },
    ])
    expect(pricesToWire(block)).toEqual([
      { category: 'option', symbol: CALL, price: '1205' },
      { category: 'option', symbol: PUT, price: '340' },
    ])
  })

  it('has a name of 32 letters and digits that changes with any change of the block', () => {
    const [first, second] = block.legs as [Block['legs'][number], Block['legs'][number]]
    const names = [
      block,
      { ...block, nonce: 't_2' },
      { ...block, at: block.at + 1 },
      { ...block, legs: [first] },
      { ...block, legs: [{ ...first, price: price('1210') }, second] },
      { ...block, legs: [{ ...first, makerSide: 'BUY' as const }, second] },
      { ...block, legs: [{ ...first, quantity: quantity('2.51') }, second] },
    ].map(linkIdOf)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z0-9]{32}$/)
    expect(linkIdOf(JSON.parse(JSON.stringify(block)) as Block)).toBe(names[0])
  })

  it('gives its signature back, and reads no invented one', () => {
    const signature = { linkId: linkIdOf(block), rfqId: '175740578143743543930777169307022', quoteId: '1757405781437435' }
    expect(parseSignature(formatSignature(signature))).toEqual(signature)
    for (const text of ['', 'invented', 'a.b.c', `${linkIdOf(block)}..1`]) expect(parseSignature(text)).toBeUndefined()
  })
})

describe('an execution from the record', () => {
  // The documented example, with its legs in the reverse of the requested order.
  const trade = (legs: readonly object[], change: object = {}) =>
    tradeFromWire(
      { rfqId: '1757', quoteId: '1758', status: 'Filled', createdAt: '1757405933130', updatedAt: '1757405933132', legs, ...change },
      block,
    )
  const legs = [
    {
      category: 'option',
      symbol: PUT,
      side: 'Sell',
      price: '340',
      qty: '1',
      markPrice: '341.2',
      resultCode: 0,
      resultMessage: '',
      rejectParty: '',
    },
    { category: 'option', symbol: CALL, side: 'Buy', price: '1205', qty: '2.50', markPrice: '1200.1', resultCode: 0 },
  ]

  it('is settled leg by leg, in our order', () => {
    expect(trade(legs)).toEqual({
      status: 'FILLED',
      settled: {
        venueTradeId: '1757',
        at: 1_757_405_933_132,
        legs: [
          { instrumentName: CALL, price: price('1205'), quantity: quantity('2.5'), markPrice: 1200.1 },
          { instrumentName: PUT, price: price('340'), quantity: quantity('1'), markPrice: 341.2 },
        ],
      },
    })
  })

  it.each(['taker', 'Taker'])('has failed as a whole where one leg has, in the words of that leg (%s)', (rejectParty) => {
    const failed = [
      { ...legs[0], resultCode: 111002, resultMessage: 'rejected because of another leg' },
      { ...legs[1], resultCode: 110007, resultMessage: 'ab not enough for new order', rejectParty },
    ]
    expect(trade(failed, { status: 'Failed' })).toEqual({
      status: 'FAILED',
      code: '110007',
      message: `${CALL}: ab not enough for new order (taker's side)`,
    })
  })

  it('is never a fill if one of its legs cannot be read', () => {
    const record = fc.record({
      symbol: fc.constantFrom(CALL, PUT, undefined),
      price: fc.anything(),
      qty: fc.anything(),
      side: fc.anything(),
    })
    fc.assert(
      fc.property(fc.array(record, { maxLength: 3 }), fc.anything(), (some, updatedAt) => {
        const read = trade([...legs, ...some], { updatedAt })
        const isReadable = some.every(
          ({ symbol, price: at, qty }) => symbol !== undefined && typeof at === 'string' && typeof qty === 'string',
        )
        if (!isReadable) expect(read).toBeUndefined()
      }),
    )
    fc.assert(fc.property(fc.anything(), (value) => tradeFromWire(value, block) === undefined))
  })

  it('that cannot be read counts as nothing', () => {
    expect(trade([])).toBeUndefined()
    expect(trade(legs, { status: 'PendingFill' })).toBeUndefined()
    expect(trade([legs[0]!, { symbol: CALL }])).toBeUndefined()
    expect(trade(legs, { rfqId: undefined })).toBeUndefined()
  })
})

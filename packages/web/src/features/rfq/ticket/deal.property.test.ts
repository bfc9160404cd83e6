/** The request that is sent equals the sentence shown: both are parsed and compared for random drafts, prices and books. */
import { bookOf, type Level, type Order } from '@parley/client'
import { formatPrice, formatQuantity, type Price, type Quantity } from '@parley/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FAR, idOf, instruments, NEAR } from '../../../../test/chain-example.ts'
import { legOf, levelOf, orderOf, rfqOf } from '../../../../test/model.ts'
import { structureOfRfq } from '../../structure/structure-of-rfq.ts'
import { checkCross } from './check-cross.ts'
import { averageOf, heldAfter, sumOf } from './deal.ts'
import { dealLabels, type DealMarket } from './deal-labels.ts'
import { commandOf, draftOf } from './taker-draft.ts'
import { remainingOf, type TakerForm } from './taker-form.ts'

const near = instruments.get(idOf(NEAR, 90_000, 'CALL'))!
const far = instruments.get(idOf(FAR, 110_000, 'CALL'))!
const perpetual = instruments.get(1)!
const legs = [
  legOf({ instrumentId: near.id, instrumentName: near.name, side: 'BUY' }),
  legOf({ instrumentId: far.id, instrumentName: far.name, side: 'SELL' }),
]
const hedge = legOf({ instrumentId: 1, instrumentName: perpetual.name, productCode: 'CF', ratio: '30659.8', side: 'SELL', price: '91445' })
const NOW = 1_000
/** For the desk's own limit: the part that rests, and the part that has traded. */
const [RESTING, GONE] = [20, 5]

const tenths = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((size) => formatQuantity((size * 100_000) as Quantity))
const prices = fc.integer({ min: -120, max: 900 }).map((ticks) => formatPrice((ticks * 10_000) as Price))

const quotes = fc.array(
  fc.record({
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    price: prices,
    quantity: tenths(125, 900),
    maker: fc.constantFrom('LIND', 'HLYD', 'ORRY', undefined),
  }),
  { maxLength: 8 },
)
const own = fc.option(fc.record({ side: fc.constantFrom('BUY' as const, 'SELL' as const), price: prices, isHidden: fc.boolean() }), {
  nil: undefined,
})
const forms: fc.Arbitrary<TakerForm> = fc.record({
  price: fc.oneof(fc.constant(''), prices, fc.constant(undefined)),
  quantity: fc.oneof(tenths(0, 700), fc.constant('50'), fc.constant(undefined)),
  way: fc.constantFrom('NOW' as const, 'LIMIT' as const, 'HIDDEN' as const),
})
const situations = fc.record({
  quotes,
  own,
  form: forms,
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  /** For the desk's own limit at the same price. */
  resized: fc.option(fc.constantFrom('15', '20', '25'), { nil: undefined }),
  isHedged: fc.boolean(),
  isSplit: fc.boolean(),
  mark: fc.option(fc.double({ min: -0.02, max: 0.1, noNaN: true }), { nil: undefined }),
})

type Situation = typeof situations extends fc.Arbitrary<infer T> ? T : never

function build({ quotes: shown, own: resting, form: typed, resized, side, isHedged, isSplit, mark }: Situation) {
  const isReadable = typed.price !== undefined && typed.quantity !== undefined
  const form = resting !== undefined && resized !== undefined && isReadable ? { ...typed, price: resting.price, quantity: resized } : typed
  const rfq = rfqOf({ role: 'TAKER', quantity: '70', account: 'prop-1', legs: isHedged ? [...legs, hedge] : legs, expiresAt: 300_000 })
  const levels = shown.map(({ maker, ...quote }, at): Level => levelOf({ ...quote, id: `o_${at}`, deskName: maker, createdAt: at }))
  const orders: readonly Order[] =
    resting === undefined
      ? []
      : [
          orderOf({
            ...resting,
            id: 'o_own',
            kind: 'CROSS',
            quantity: String(RESTING + GONE),
            resting: String(RESTING),
            filled: String(GONE),
            createdAt: 99,
          }),
        ]
  const book = bookOf(rfq, levels, orders)
  const structure = structureOfRfq(rfq, instruments)!
  const half = form.quantity === undefined ? '0' : formatQuantity((Math.floor(Number(form.quantity) * 5) * 100_000) as Quantity)
  const parts = isSplit && form.way === 'NOW' ? ['prop-1', 'prop-2'].map((account) => ({ account, quantity: half })) : undefined
  const check = (terms: Parameters<typeof checkCross>[0]) => checkCross(terms, { rfq, structure, book, own: orders, now: NOW })
  const draft = draftOf(side, form, { book, remaining: remainingOf(rfq), parts, resting: orders, check })
  const market: DealMarket = { legs: rfq.legs, kind: 'OPTION', baseCurrency: 'BTC', quoteCurrency: 'BTC', decimals: 4, mark, index: 91_482 }
  return { rfq, draft, market, check, parts, half }
}

const plain = (text: string) => text.replaceAll(',', '').replaceAll('−', '-')
const HEAD = /^(Buy|Sell) (\S+), limit (\S+?)(?:, (all or none|hidden)(?: over (\d) accounts)?)?: /

/** Parses the sentence into the members of the wire. */
function readSentence(sentence: string) {
  const [, verb, quantity, limit, execution, accounts] = HEAD.exec(sentence)!
  return {
    side: verb === 'Buy' ? 'BUY' : 'SELL',
    quantity: Number(plain(quantity!)),
    price: Number(plain(limit!)),
    type: execution === 'hidden' ? 'HIDDEN' : 'LIMIT',
    time_in_force: execution === 'all or none' ? 'FILL_OR_KILL' : 'GOOD_TILL_CANCELED',
    accounts: Number(accounts ?? 0),
  }
}

type Body = { side: string; quantity: string; price: string; type: string; time_in_force?: string; allocations?: readonly object[] }

describe('the sentence of the ticket', () => {
  it('is the body that is sent', () => {
    let [sent, replaced] = [0, 0]
    fc.assert(
      fc.property(situations, (situation) => {
        const { rfq, draft, market } = build(situation)
        if (draft.reason !== undefined) return
        sent += 1
        const { body } = commandOf(rfq, draft)!.input as { readonly body: Body }
        const { replaces } = draft
        if (replaces !== undefined) replaced += 1
        const { sentence, title } = dealLabels(draft.deal!, market)
        expect(readSentence(sentence)).toEqual({
          side: replaces?.side ?? body.side,
          // On the wire the quantity includes the part of the replaced order that no longer rests (rulebook 5.15).
          quantity: Number((Number(body.quantity) - (replaces === undefined ? 0 : GONE)).toFixed(6)),
          price: Number(body.price),
          type: body.type,
          time_in_force: body.time_in_force ?? 'GOOD_TILL_CANCELED',
          accounts: body.allocations?.length ?? 0,
        })
        if (replaces !== undefined) {
          expect(sentence).toContain(` Replaces your ${RESTING} @ `)
          // Only an order that is not larger, at the same price and visible to the same desks, keeps its place (rulebook 5.15).
          const isKept = Number(draft.quantity) <= RESTING && Number(replaces.price) === Number(draft.price)
          const isSeenAsBefore = replaces.isHidden === (body.type === 'HIDDEN')
          expect(sentence.includes('keeps its time priority')).toBe(isKept && isSeenAsBefore)
          expect(plain(title)).toMatch(new RegExp(`^Replace .*${Number(body.price).toFixed(4)}$`))
          return
        }
        expect(plain(title)).toBe(
          `${body.side === 'BUY' ? 'Buy' : 'Sell'} ${Number(body.quantity)} · limit ${Number(body.price).toFixed(4)}`,
        )
      }),
      { numRuns: 2_000 },
    )
    expect(Math.min(sent, replaced * 10)).toBeGreaterThan(100)
  })

  it('shows the fills, the money and the hedge that the rules derive from that request', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { draft, market, check } = build(situation)
        if (draft.reason !== undefined) return
        const { onArrival } = check(draft.terms!)
        const { quantity, money } = sumOf(onArrival!.fills)
        const { sentence, money: line } = dealLabels(draft.deal!, market)
        const said = [...sentence.replace(/ Replaces your .*?\.( |$)/, '').matchAll(/(\w+) ([\d.,]+) @ ([−\d.,]+)/g)].map(
          ([, maker, size, at]) => [maker, Number(plain(size!)), Number(plain(at!))],
        )
        if (onArrival!.fills.some(({ maker }) => maker !== undefined))
          expect(said).toEqual(
            onArrival!.fills.map(({ maker, price, quantity: size }) => [maker ?? 'Anonymous', Number(size), Number(price)]),
          )
        const paid = /(?:^|; )(pay|get) ([\d.,]+) BTC/.exec(sentence)
        expect(paid !== null).toBe(quantity > 0n)
        if (paid === null) {
          expect(sentence).toContain('nothing fills now')
          return
        }
        const sign = (paid[1] === 'pay') === (draft.side === 'BUY') ? 1 : -1
        expect(sign * Number(plain(paid[2]!))).toBeCloseTo(Number(money) / 1e14, 3.5)
        expect(line).toContain(`${paid[1]} ${paid[2]} BTC`)
        const hedged = /(buy|sell) \$([\d,]+) PERP/.exec(sentence)
        expect(hedged !== null).toBe(situation.isHedged)
        if (hedged !== null) {
          expect(Math.abs(Number(plain(hedged[2]!)) - (Number(quantity) / 1e6) * 30_659.8)).toBeLessThanOrEqual(0.5)
          expect(hedged[1]).toBe(draft.side === 'BUY' ? 'sell' : 'buy')
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('is empty for an unreadable number', () => {
    fc.assert(
      fc.property(situations, fc.constantFrom('price' as const, 'quantity' as const), (situation, field) => {
        const { draft } = build({ ...situation, form: { ...situation.form, [field]: undefined } })
        expect([draft.terms, draft.deal]).toEqual([undefined, undefined])
        expect(draft.reason).toMatch(/Enter/)
      }),
    )
  })

  it('averages exactly', () => {
    const fills = [
      { maker: 'LIND', price: '0.0412', quantity: '20' },
      { maker: 'HLYD', price: '0.0416', quantity: '30' },
    ]
    expect([averageOf(fills, 5), averageOf([], 5)]).toEqual(['0.04144', undefined])
    expect(averageOf([{ maker: undefined, price: '-0.00015', quantity: '7' }], 4)).toBe('-0.0002')
  })

  it('results in a position of the fills at their price and the resting part at the limit, without the cancelled part', () => {
    const fills = [{ maker: 'LIND', price: '0.0412', quantity: '20' }]
    expect(heldAfter({ fills, rests: '0' }, '0.0470')).toEqual({ quantity: '20', price: '0.0412' })
    expect(heldAfter({ fills, rests: '30' }, '0.0417')).toEqual({ quantity: '50', price: '0.0415' })
    expect(heldAfter({ fills: [], rests: '50' }, '0.0417')).toBeUndefined()
  })
})

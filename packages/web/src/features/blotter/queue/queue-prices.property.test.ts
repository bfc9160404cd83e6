import fc from 'fast-check'
import { type Order, type OrderLine, quoteTwoWay } from '@parley/client'
import { formatPrice, formatQuantity, parsePrice, parseQuantity, structurePrice, type Quantity } from '@parley/core'
import { expect, it } from 'vitest'
import { FAR, FORWARD, idOf, instruments, marks, NEAR } from '../../../../test/chain-example.ts'
import { legOf, orderOf, rfqOf } from '../../../../test/model.ts'
import type { MarkView } from '@parley/contracts'
import { structureMark } from '../../../live/marks.ts'
import { markFromWire } from '../../market-data/mark-from-wire.ts'
import { knownStructure } from '../../structure/use-structure.ts'
import type { RfqRow } from '../row/rfq-rows.ts'
import { barLabel, type Chosen, guardSentence, queueQuote, type QueueKnobs } from './queue-prices.ts'
import { queueOf, type QueueRow, volVersus } from './queue-rows.ts'

const now = NEAR - 60 * 86_400_000
const shapes: readonly (readonly [id: number, side: 'BUY' | 'SELL', ratio: string][])[] = [
  [[idOf(NEAR, 90_000, 'CALL'), 'BUY', '1']],
  [
    [idOf(NEAR, 90_000, 'CALL'), 'BUY', '1'],
    [idOf(NEAR, 110_000, 'CALL'), 'SELL', '1'],
  ],
  [
    [idOf(NEAR, 90_000, 'CALL'), 'SELL', '1'],
    [idOf(FAR, 90_000, 'CALL'), 'BUY', '1'],
  ],
  [
    [idOf(NEAR, 80_000, 'PUT'), 'BUY', '1'],
    [idOf(NEAR, 100_000, 'CALL'), 'SELL', '2'],
  ],
]

const legsOf = (shape: (typeof shapes)[number]) =>
  shape.map(([instrumentId, side, ratio]) => legOf({ instrumentId, side, ratio, instrumentName: instruments.get(instrumentId)!.name }))

type World = {
  readonly shape: (typeof shapes)[number]
  readonly bumps: readonly number[]
  readonly quantity: string
  readonly held: Partial<Record<'BUY' | 'SELL', Order>>
  readonly knobs: QueueKnobs
}

const size = fc.integer({ min: 250, max: 20_000 }).map((tenths) => formatQuantity((tenths * 100_000) as Quantity))
const own = (side: 'BUY' | 'SELL') =>
  fc.option(
    fc.tuple(fc.integer({ min: 1, max: 900 }), fc.double({ min: 0.01, max: 1, noNaN: true })).map(([ticks, rests]) => {
      const quantity = 250_000_000
      const resting = Math.max(100_000, Math.floor((quantity * rests) / 100_000) * 100_000)
      return orderOf({
        id: `o_${side}`,
        side,
        price: (ticks / 10_000).toFixed(4),
        quantity: formatQuantity(quantity as Quantity),
        resting: formatQuantity(resting as Quantity),
      })
    }),
    { nil: undefined },
  )
const world: fc.Arbitrary<World> = fc.record({
  shape: fc.constantFrom(...shapes),
  bumps: fc.array(fc.integer({ min: -200, max: 300 }), { minLength: 4, maxLength: 4 }),
  quantity: size,
  held: fc.record({ BUY: own('BUY'), SELL: own('SELL') }).map(({ BUY, SELL }) => ({ ...(BUY ? { BUY } : {}), ...(SELL ? { SELL } : {}) })),
  knobs: fc.record({
    width: fc.integer({ min: 1, max: 60 }).map((tenths) => (tenths / 10).toFixed(1)),
    skew: fc.integer({ min: -30, max: 30 }).map((tenths) => (tenths / 10).toFixed(1)),
    least: fc.integer({ min: 1, max: 6 }).map(String),
    size: fc.constantFrom('FULL' as const, 'HALF' as const, 'MINIMUM' as const),
  }),
})

function chosenIn({ shape, bumps, quantity, held, knobs }: World, change: Partial<QueueRow> = {}): Chosen {
  const moved = new Map<number, MarkView>(
    shape.map(([id], place) => {
      const mark = marks.get(id)!
      return [id, { ...mark, mark_price: Math.max(0.0001, Number(mark.mark_price) + bumps[place]! / 10_000).toFixed(4) }]
    }),
  )
  const rfq = rfqOf({ legs: legsOf(shape), quantity })
  const orders = Object.values(held)
  const row = {
    id: rfq.id,
    rfq,
    decimals: 4,
    strategy: 'Call',
    structure: '90k',
    mark: structureMark(rfq.legs, moved),
    isOver: false,
    status: 'Active',
    own: { bids: orders.filter(({ side }) => side === 'BUY'), asks: orders.filter(({ side }) => side === 'SELL'), position: undefined },
  } as unknown as RfqRow
  const [found] = queueOf([row], { marks: moved, indexOf: () => FORWARD, heldIn: () => undefined, markBefore: () => undefined })
  const queue: QueueRow = { ...found!, ...change }
  const known = knownStructure(rfq, instruments)
  if (known.state !== 'KNOWN') throw new Error(known.words)
  const { structure, sizes } = known
  const quote = queueQuote(queue, knobs, {
    ...{ rfq, structure, minimum: sizes.minimum, increment: sizes.increment, open: held, account: 'prop-1' },
    markOf: (id) => markFromWire(moved.get(id), FORWARD, now),
    check: () => [],
  })
  return { queue, quote }
}

type Sent = { readonly side?: string; readonly quantity: string; readonly order_id?: string; readonly legs: readonly { price: string }[] }

it('5.15 the dotted prices and sizes of a row are those of the orders that it sends, with its mark between them', () => {
  let quoted = 0
  fc.assert(
    fc.property(world, (given) => {
      const { queue, quote } = chosenIn(given)
      if (quote.state === 'CANNOT') return
      quoted += 1
      expect(quote.lines).toHaveLength(2)
      const lines = quote.lines.map(({ line }) => line) as [OrderLine, OrderLine]
      const { orders } = quoteTwoWay('DIRECT', lines).input.body as { orders: readonly Sent[] }
      const { structure } = knownStructure(queue.row.rfq, instruments) as {
        structure: Parameters<typeof structurePrice>[0] extends infer L ? { legs: L } : never
      }
      for (const [place, { side, price, size: shown }] of quote.lines.entries()) {
        const sent = orders[place]!
        const before = given.held[side]
        expect(
          formatPrice(
            structurePrice(
              structure.legs,
              sent.legs.map((leg) => parsePrice(leg.price)!),
            )!,
          ),
        ).toBe(price)
        const gone = before === undefined ? 0 : parseQuantity(before.quantity)! - parseQuantity(before.resting)!
        expect(parseQuantity(sent.quantity)! - gone).toBe(parseQuantity(shown))
        expect(parseQuantity(shown)!).toBeLessThanOrEqual(parseQuantity(given.quantity)!)
        expect(before === undefined ? sent.side : sent.order_id).toBe(before === undefined ? side : before.id)
        const [width, skew] = [Number(given.knobs.width), Number(given.knobs.skew)]
        const vol = volVersus(Number(price), queue)!
        // The price is never closer to the mark than entered, and less than a tick further away.
        const tick = 0.0001 / queue.volPoint!
        const half = Math.max(width, (Number(given.knobs.least) / 2) * tick)
        const away = side === 'BUY' ? skew - half - vol : vol - skew - half
        expect(away).toBeGreaterThan(-1e-6)
        expect(away).toBeLessThan(tick + 1e-6)
      }
    }),
  )
  expect(quoted).toBeGreaterThan(0)
})

it('the button counts exactly the RFQs that are sent, and each other one is named with its reason', () => {
  fc.assert(
    fc.property(fc.array(world, { minLength: 1, maxLength: 6 }), (worlds) => {
      const chosen = worlds.map((one) => chosenIn(one))
      const sent = chosen.filter(({ quote }) => quote.state === 'CAN').length
      const counted = [...barLabel(chosen).matchAll(/\d+/g)].reduce((sum, [count]) => sum + Number(count), 0)
      expect(counted).toBe(sent)
      const words = guardSentence(chosen, 10)
      if (sent === chosen.length) expect(words).toContain('within the 10 % guard')
      else expect(words).toContain(`${chosen.length - sent} not sent`)
      for (const { quote } of chosen) if (quote.state === 'CANNOT') expect(words).toContain(quote.reason)
    }),
  )
})

const plain: World = {
  shape: shapes[0]!,
  bumps: [0, 0, 0, 0],
  quantity: '100',
  held: {},
  knobs: { width: '1.0', skew: '0', least: '1', size: 'FULL' },
}

it.each<[what: string, change: Partial<World>, reason: RegExp]>([
  ['a width that cannot be read', { knobs: { ...plain.knobs, width: undefined } }, /^enter a valid width$/],
  ['a width of nothing', { knobs: { ...plain.knobs, width: '0' } }, /^enter a valid width$/],
  ['a minimum width of nothing', { knobs: { ...plain.knobs, least: '0' } }, /^enter a minimum width of 1 tick or more$/],
  ['a skew that cannot be read', { knobs: { ...plain.knobs, skew: undefined } }, /^enter a valid skew$/],
  ['a bid that would be below zero', { knobs: { ...plain.knobs, width: '900' } }, /^the bid [−\d.-]+ is not possible: /],
  ['a bid far above the mark', { knobs: { ...plain.knobs, skew: '20' } }, /^the bid .* above the mark$/],
])('%s keeps a request from being sent', (_, change, reason) => {
  const { quote } = chosenIn({ ...plain, ...change })
  expect(quote).toMatchObject({ state: 'CANNOT', reason: expect.stringMatching(reason) })
})

it('a request whose vol points are less than a tick is quoted at the minimum width, and one without vega too', () => {
  const at = (least: string, volPoint: number | undefined) => {
    const { quote } = chosenIn({ ...plain, knobs: { ...plain.knobs, least } }, { volPoint })
    return quote.state === 'CAN' ? quote.lines.map(({ price }) => price) : quote.reason
  }
  expect(at('2', 0.00001)).toEqual(['0.0399', '0.0401'])
  expect(at('4', undefined)).toEqual(['0.0398', '0.0402'])
})

it.each([
  ['FULL', '100'],
  ['HALF', '50'],
  ['MINIMUM', '25'],
] as const)('%s of a request for 100 rests with %s', (how, shown) => {
  const { quote } = chosenIn({ ...plain, knobs: { ...plain.knobs, size: how } })
  expect(quote.state === 'CAN' && quote.lines.map(({ size: one }) => one)).toEqual([shown, shown])
})

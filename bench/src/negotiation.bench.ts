/** The rules alone, in process: every check, no journal and no wire. */
import {
  directMarket,
  isRefusal,
  price,
  quantity,
  ratio,
  type Actor,
  type DeskId,
  type DirectMarket,
  type DirectMarketCommand,
  type Instant,
  type Instrument,
  type OrderId,
  type RfqId,
  type Side,
  type Structure,
  type TradeId,
  type UserId,
} from '@parley/core'
import type { Bench, Row } from './row.ts'

const START = 1_800_000_000_000
const ROUNDS = 5
const CHUNKS = 40
const CHUNK = 1_000
/** A desk may have 200 requests open; the large market has as many takers as that needs. */
const OPEN_PER_TAKER = 100

const MAKERS = ['KEST', 'LARK', 'MERL', 'SWFT'] as DeskId[]
const makers = MAKERS.map(actorOf)
const body = (n: number): string => String(n).padStart(27, '0')
/** Flat, as a string that was read from a frame is; a concatenation would be flattened on the rules' time. */
const flat = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')
const rfqOf = (n: number): RfqId => flat(`r_${body(n)}`) as RfqId
const orderOf = (n: number): OrderId => flat(`o_${body(n)}`) as OrderId
const structure: Structure = { legs: [leg('BTC-26MAR27-100000-C', 1, 'BUY'), leg('BTC-26MAR27-110000-C', 2, 'SELL')] }
const facts = { eligibleMakers: MAKERS, minimumBlock: quantity('25'), quantityIncrement: quantity('0.1'), draftsOfDesk: 0 }
const size = quantity('100')
const legsAt = ['0.0620', '0.0618', '0.0622', '0.0624'].map((low) => [price(low), price('0.05')])
const limit = price('0.0118')

function actorOf(desk: DeskId): Actor {
  return { desk, user: `${desk}-user` as UserId, via: `${desk}-key` }
}

function leg(name: string, id: number, side: Side) {
  const instrument: Instrument = {
    id,
    name,
    venue: 'DBT',
    productCode: 'DO',
    kind: 'OPTION',
    baseCurrency: 'BTC',
    quoteCurrency: 'BTC',
    clearingCurrency: 'BTC',
    marginKind: 'INVERSE',
    optionKind: 'CALL',
    strike: price('100000'),
    expiresAt: (START + 1e9) as Instant,
    contractSize: quantity('1'),
    tickSize: price('0.0001'),
    tickSizeSteps: [],
    quantityIncrement: quantity('0.1'),
    minBlockSize: quantity('25'),
    state: 'ACTIVE',
  }
  return { instrument, side, ratio: ratio('1') }
}

function give(market: DirectMarket, command: DirectMarketCommand, now: number): void {
  const answer = directMarket.decide(market, command, now as Instant)
  if (isRefusal(answer)) throw new Error(answer.message)
  for (const event of answer) directMarket.evolve(market, event)
}

const ask = (id: RfqId, taker: Actor): DirectMarketCommand => ({
  kind: 'CreateRfq',
  actor: taker,
  id,
  venue: 'DBT',
  baseCurrency: 'BTC',
  structure,
  quantity: size,
  makers: MAKERS,
  isTakerAnonymous: false,
  account: 'main',
  as: 'OPEN',
  facts,
})

const quote = (id: RfqId, orderId: OrderId, maker: number): DirectMarketCommand => ({
  kind: 'PlaceOrder',
  actor: makers[maker]!,
  id,
  orderId,
  side: 'SELL',
  type: 'LIMIT',
  timeInForce: 'GOOD_TILL_CANCELED',
  quantity: size,
  legPrices: legsAt[maker]!,
  account: 'main',
})

/** Create, four quotes, the cross that agrees a trade, the venue's answer: seven commands. */
function negotiation(n: number, taker: Actor): readonly DirectMarketCommand[] {
  const id = rfqOf(n)
  const orderId = orderOf(n * 8 + 7)
  const fill = { side: 'BUY', type: 'LIMIT', timeInForce: 'FILL_OR_KILL', quantity: size, price: limit } as const
  return [
    ask(id, taker),
    ...MAKERS.map((_, maker) => quote(id, orderOf(n * 8 + maker), maker)),
    { kind: 'PlaceOrder', actor: taker, id, orderId, ...fill },
    { kind: 'ConfirmSettlement', id, tradeId: flat(`t_${orderId.slice(2)}00`) as TradeId, venueTradeId: 'BLOCK-1' },
  ]
}

/** A market with that many requests open, two quotes resting in each. */
function marketOf(openRfqs: number): DirectMarket {
  const market = directMarket.initial()
  for (let n = 0; n < openRfqs; n++) {
    const id = rfqOf(n)
    give(market, ask(id, actorOf(`T${Math.floor(n / OPEN_PER_TAKER)}` as DeskId)), START)
    for (const maker of [0, 1]) give(market, quote(id, orderOf(n * 8 + maker), maker), START)
  }
  return market
}

/** Nanoseconds for one command; a chunk is made ready before its time is taken. */
function timed(market: DirectMarket, chunks: number, commandsOf: (chunk: number) => readonly DirectMarketCommand[]): number {
  let total = 0
  let given = 0
  for (let chunk = 0; chunk < chunks; chunk++) {
    const commands = commandsOf(chunk)
    const began = performance.now()
    for (const command of commands) give(market, command, START + 1)
    total += performance.now() - began
    given += commands.length
  }
  return (total * 1e6) / given
}

/** Whole negotiations beside those that are open. */
function negotiating(market: DirectMarket, from: number): number {
  const taker = actorOf('ORRY' as DeskId)
  const openBefore = market.rfqs.size
  const cost = timed(market, CHUNKS, (chunk) => numbers(CHUNK).flatMap((n) => negotiation(from + chunk * CHUNK + n, taker)))
  if (market.rfqs.size !== openBefore) throw new Error('a negotiation did not end')
  return cost
}

/** Makers move their prices, anywhere in the market. */
function replacing(market: DirectMarket): number {
  const openRfqs = market.rfqs.size
  let chosen = 1
  return timed(market, CHUNKS, () =>
    numbers(CHUNK * 7).map((i) => {
      chosen = (chosen * 48_271) % 2_147_483_647
      const n = chosen % openRfqs
      const maker = i % 2
      const orderId = orderOf(n * 8 + maker)
      return { kind: 'ReplaceOrder', actor: makers[maker]!, id: rfqOf(n), orderId, quantity: size, legPrices: legsAt[chosen % 4]! }
    }),
  )
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n)
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

async function run(): Promise<Row[]> {
  const small = marketOf(100)
  const large = marketOf(100_000)
  const whole = { small: [] as number[], large: [] as number[] }
  const one = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round <= ROUNDS; round++) {
    const from = 1_000_000 + round * CHUNKS * CHUNK
    const figures = [negotiating(small, from), negotiating(large, from), replacing(small), replacing(large)] as const
    // The first round warms the compiler up.
    if (round === 0) continue
    whole.small.push(figures[0])
    whole.large.push(figures[1])
    one.small.push(figures[2])
    one.large.push(figures[3])
  }
  const conditions = `median of ${ROUNDS} rounds in one process, call spread of 2 legs, 4 makers, all checks, evolve included`
  return [
    {
      what: 'whole negotiation: create, 4 quotes, cross, agree, settle',
      figure: 1e9 / (median(whole.small) * 7),
      unit: '/s',
      bar: '>= 100,000 /s',
      conditions: `${conditions}, 100 other requests open`,
    },
    {
      what: 'cost of a command, 100,000 open requests against 100: negotiations',
      figure: median(whole.large) / median(whole.small),
      unit: 'x',
      bar: '<= 1.3 x',
      beside: { what: 'a command among 100', figure: median(whole.small), unit: 'ns' },
      conditions,
    },
    {
      what: 'cost of a command, 100,000 open requests against 100: replacing quotes all over the market',
      figure: median(one.large) / median(one.small),
      unit: 'x',
      bar: '<= 1.3 x',
      beside: { what: 'a command among 100', figure: median(one.small), unit: 'ns' },
      conditions: `${conditions}; the large market does not fit the processor's caches`,
    },
  ]
}

export const bench: Bench = { name: 'negotiation', run }

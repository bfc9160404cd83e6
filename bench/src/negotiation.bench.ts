/**
 * The rules alone, in process: every check and every protection, without journal or wire. Time is simulated: a maker that trades twice within a
 * second would trigger its protection, so each negotiation has its own second.
 */
import {
  isRefusal,
  price,
  quantity,
  ratio,
  shardMachine,
  type Actor,
  type DeskId,
  type Instant,
  type OrderId,
  type RfqId,
  type Shard,
  type ShardCommand,
  type Side,
  type Structure,
  type TradeId,
  type UserId,
} from '@parley/core'
import { median } from './figures.ts'
import type { Bench, Row } from './row.ts'
import { stillOption } from './still-venue.ts'

const START = 1_800_000_000_000
const ROUNDS = 5
const CHUNKS = 100
const CHUNK = 200
/** A desk can have 200 open RFQs; the large market has as many takers as it needs. */
const OPEN_PER_TAKER = 100

const MAKERS = ['KEST', 'LARK', 'MERL', 'SWFT'] as DeskId[]
const makers = MAKERS.map(actorOf)
/** Like the product's: eight characters of time that ids of the same period share, then eight that look random and depend only on the number. */
const body = (n: number): string =>
  `00PARLEY${(Math.imul(n + 1, 0x9e3779b1) >>> 0).toString(36).padStart(7, '0')}${String(n).padStart(12, '0')}`
/** Flat, like a string read from a frame. Flattening a concatenation would count towards the time of the rules. */
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
  return { instrument: { ...stillOption, id, name }, side, ratio: ratio('1') }
}

/** A market with its own time. */
type Played = { readonly shard: Shard; now: number }

const SECOND_MS = 1_001

function give(played: Played, command: ShardCommand): void {
  if (command.kind === 'CreateRfq') played.now += SECOND_MS
  const { shard } = played
  // The open RFQs are all equally old, and their quotes move while they are open.
  const now = command.kind === 'ReplaceOrder' ? START + 1 : played.now
  const answer = shardMachine.decide(shard, command, now as Instant)
  if (isRefusal(answer)) throw new Error(answer.message)
  for (const event of answer) shardMachine.evolve(shard, event)
}

const ask = (id: RfqId, taker: Actor): ShardCommand => ({
  kind: 'CreateRfq',
  audience: 'DIRECT',
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

const quote = (id: RfqId, orderId: OrderId, maker: number): ShardCommand => ({
  kind: 'PlaceOrder',
  audience: 'DIRECT',
  shard: 1,
  actor: makers[maker]!,
  id,
  orderId,
  side: 'SELL',
  timeInForce: 'GTC',
  isPostOnly: false,
  isHidden: false,
  quantity: size,
  legPrices: legsAt[maker]!,
  account: 'main',
})

/** Create, four quotes, the crossing order that agrees a trade, the venue's response: seven commands. */
function negotiation(n: number, taker: Actor): readonly ShardCommand[] {
  const id = rfqOf(n)
  const orderId = orderOf(n * 8 + 7)
  const fill = { side: 'BUY', timeInForce: 'FOK', isPostOnly: false, isHidden: false, quantity: size, price: limit } as const
  return [
    ask(id, taker),
    ...MAKERS.map((_, maker) => quote(id, orderOf(n * 8 + maker), maker)),
    { kind: 'PlaceOrder', audience: 'DIRECT', shard: 1, actor: taker, id, orderId, ...fill },
    { kind: 'ConfirmSettlement', id, tradeId: flat(`t_${orderId.slice(2)}00`) as TradeId, venueTradeId: 'BLOCK-1' },
  ]
}

/** A market with this number of open RFQs and two resting quotes in each. */
function marketOf(openRfqs: number): Played {
  const market: Played = { shard: shardMachine.initial(), now: START }
  for (let n = 0; n < openRfqs; n++) {
    const id = rfqOf(n)
    market.now = START - SECOND_MS
    give(market, ask(id, actorOf(`T${Math.floor(n / OPEN_PER_TAKER)}` as DeskId)))
    for (const maker of [0, 1]) give(market, quote(id, orderOf(n * 8 + maker), maker))
  }
  return market
}

type Markets = { readonly small: Played; readonly large: Played }
type Cost = { readonly small: number; readonly large: number }

/** Nanoseconds of this thread's processor time, whatever else the machine does. */
function cost(market: Played, commands: readonly ShardCommand[]): number {
  const began = process.threadCpuUsage()
  for (const command of commands) give(market, command)
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) * 1e3
}

/** One command in each market in turn, so that disturbances affect both. Commands are prepared before they are timed. */
function compare({ small, large }: Markets, commandsFor: (market: Played, chunk: number) => readonly ShardCommand[]): Cost {
  const total = { small: 0, large: 0 }
  let given = 0
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    const [few, many] = [commandsFor(small, chunk), commandsFor(large, chunk)]
    total.small += cost(small, few)
    total.large += cost(large, many)
    given += few.length
  }
  return { small: total.small / given, large: total.large / given }
}

/** Whole negotiations in addition to the open ones. */
function negotiating(markets: Markets, from: number): Cost {
  const taker = actorOf('ORRY' as DeskId)
  const openBefore = markets.large.shard.rfqs.live.size
  const result = compare(markets, (_, chunk) => numbers(CHUNK).flatMap((n) => negotiation(from + chunk * CHUNK + n, taker)))
  if (markets.large.shard.rfqs.live.size !== openBefore) throw new Error('a negotiation did not end')
  return result
}

/** Nanoseconds per command in a market of a usual size, with nothing else in memory: the median of the rounds after the first. */
function negotiatingAlone(): number {
  const market = marketOf(100)
  const taker = actorOf('ORRY' as DeskId)
  let from = 1_000_000
  const rounds = numbers(ROUNDS + 2).map(() => {
    let total = 0
    for (let chunk = 0; chunk < CHUNKS; chunk++) {
      total += cost(
        market,
        numbers(CHUNK).flatMap((n) => negotiation(from + n, taker)),
      )
      from += CHUNK
    }
    return total / (CHUNKS * CHUNK * 7)
  })
  return median(rounds.slice(2))
}

/** Makers move their prices, each time in another RFQ. */
function replacing(markets: Markets): Cost {
  let chosen = 1
  return compare(markets, (market) =>
    numbers(CHUNK * 7).map((i) => {
      chosen = (chosen * 48_271) % 2_147_483_647
      const n = chosen % market.shard.rfqs.live.size
      const maker = i % 2
      const orderId = orderOf(n * 8 + maker)
      return {
        kind: 'ReplaceOrder',
        audience: 'DIRECT',
        shard: 1,
        actor: makers[maker]!,
        id: rfqOf(n),
        orderId,
        quantity: size,
        legPrices: legsAt[chosen % 4]!,
      }
    }),
  )
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n)
const medians = (costs: readonly Cost[]) => ({
  small: median(costs.map(({ small }) => small)),
  growth: median(costs.map(({ small, large }) => large / small)),
})

async function run(): Promise<Row[]> {
  const alone = negotiatingAlone()
  const markets = { small: marketOf(100), large: marketOf(100_000) }
  // The first round warms up the compiler.
  const rounds = numbers(ROUNDS + 1).map((round) => ({
    whole: negotiating(markets, 10_000_000 + round * CHUNKS * CHUNK),
    one: replacing(markets),
  }))
  const whole = medians(rounds.slice(1).map((round) => round.whole))
  const one = medians(rounds.slice(1).map((round) => round.one))
  const conditions = `median of ${ROUNDS} rounds, processor time of the one thread, call spread of 2 legs, 4 makers, all checks, evolve included`
  return [
    {
      what: 'whole negotiation: create, 4 quotes, crossing order, agree, settle',
      figure: 1e9 / (alone * 7),
      unit: '/s',
      bar: '>= 100,000 /s',
      conditions: `${conditions}, 100 other open RFQs, before the large market is created`,
    },
    {
      what: 'cost of a command with 100,000 open RFQs compared with 100: whole negotiations',
      figure: whole.growth,
      unit: 'x',
      bar: '<= 1.3 x',
      beside: { what: 'a command with 100 open', figure: whole.small, unit: 'ns' },
      conditions,
    },
    {
      what: 'the same without cache effects: each command replaces a quote in another RFQ',
      figure: one.growth,
      unit: 'x',
      beside: { what: 'a replacement with 100 open', figure: one.small, unit: 'ns' },
      conditions: `${conditions}; the large market takes about 200 MB, and all its values are in the old generation`,
    },
  ]
}

export const bench: Bench = { name: 'negotiation', run }

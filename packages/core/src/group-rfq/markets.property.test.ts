/**
 * The order-book flow beside its twin: seeded days of commands, every decision compared, and after each what must hold whatever happened.
 * PARLEY_SEED=<seed> lives a failed day again; PARLEY_MATCHES=<n> sends so many commands.
 */
import { describe, expect, it } from 'vitest'
import { quantity, type Price, type Quantity } from '../decimal.ts'
import { chanceFrom, type Chance } from '../direct-rfq/test-day.ts'
import { declineReasons } from '../direct-rfq/direct-rfq.ts'
import { actor, call, callSpread, desk, hedgedSpread, NOON } from '../direct-rfq/test-market.ts'
import type { DeskId, Instant, MarketId, MatchId, QuoteId } from '../ids.ts'
import { noGuard, type Guard } from '../protection/guard.ts'
import { isRefusal } from '../refusal.ts'
import { structurePrice } from '../structure/figures.ts'
import type { Structure } from '../structure/structure.ts'
import { decide } from './decide.ts'
import { evolve } from './evolve.ts'
import type { GroupCommand, GroupEvent } from './group-rfq.ts'
import { due, emptyGroupMarkets, nextDeadline, restore, snapshot, type GroupMarkets } from './markets.ts'
import { restingQuantity } from './quantities.ts'
import { NaiveMarkets } from './test-naive-markets.ts'
import { bookOf, matchFor } from './visibility.ts'

const COMMANDS = Number(process.env['PARLEY_MATCHES'] ?? 40_000)
/** The twin remembers everything and searches it: each day is a new one. */
const COMMANDS_A_DAY = 800
const SHARD = 3
const DESKS: readonly DeskId[] = Array.from({ length: 6 }, (_, n) => desk(`DSK${n}`))
const structures: readonly Structure[] = [callSpread, call, hedgedSpread]

type Day = {
  readonly chance: Chance
  readonly twin: NaiveMarkets
  /** Few of them make many layers. */
  readonly desks: readonly DeskId[]
  readonly counts: Map<string, number>
  markets: GroupMarkets
  now: Instant
  saved: { readonly snapshot: string; readonly events: string[] }
}

/** What a protection might say: the same for the same question, so that both may ask. */
const moody: Guard = {
  heldBack: new Map(),
  allowed: (resting, wanted) => {
    const { order, minimumBlock, quantityIncrement } = resting!
    const mood = Math.imul(Number(order), 2_654_435_761) >>> 28
    if (mood < 11) return wanted
    const part = (Math.floor(wanted / 2 / quantityIncrement) * quantityIncrement) as Quantity
    return mood < 13 || part < minimumBlock ? (0 as Quantity) : part
  },
}

function said(answer: readonly GroupEvent[]): string {
  return answer
    .map((event) => {
      switch (event.kind) {
        case 'MarketOpened':
          return `MarketOpened ${event.market.id}`
        case 'QuotePlaced':
          return `QuotePlaced ${event.quote.id} ${event.quote.price} ${event.quote.quantity}`
        case 'QuoteReplaced': {
          const { quote, lastShown, isNowShown } = event
          const inBook = lastShown === undefined ? (isNowShown ? ' is seen' : '') : ` is no more seen at ${lastShown.price}`
          return `QuoteReplaced ${quote.id} ${quote.price} ${quote.quantity}${inBook}`
        }
        case 'MatchAgreed':
          return `MatchAgreed ${event.match.id} ${event.match.makerQuote} ${event.match.quantity}@${event.match.price}`
        case 'QuoteCanceled':
          return `QuoteCanceled ${event.quoteId} ${event.quantity} ${event.reason}`
        case 'MatchSettled':
        case 'MatchRejected':
          return `${event.kind} ${event.matchId}`
        case 'MarketDeclined':
          return `MarketDeclined ${event.decline.desk} ${event.decline.reason}`
        case 'MarketDeclineTakenBack':
          return `MarketDeclineTakenBack ${event.desk}`
        case 'MarketEnded':
          return `MarketEnded ${event.reason}`
      }
    })
    .join(', ')
}

/** As `expect` does, for a hundred thousand times a second. */
function same(here: unknown, there: unknown, what: string): void {
  if (JSON.stringify(here) !== JSON.stringify(there)) expect(here, what).toEqual(there)
}

function give(day: Day, command: GroupCommand): void {
  const { markets, twin, counts, now } = day
  const guard = day.chance.happens(0.3) ? moody : noGuard
  const answer = decide(markets, command, now, guard)
  const outcome = isRefusal(answer) ? `${answer.refused} ${answer.rule}` : said(answer)
  same(outcome, twin.give(command, now, guard), JSON.stringify(command))
  const words = isRefusal(answer) ? [answer.refused] : answer.map((event) => (event.kind === 'QuoteCanceled' ? event.reason : event.kind))
  for (const word of [...words, ...(outcome.match(/is (no more )?seen/) ?? []).slice(0, 1)]) counts.set(word, (counts.get(word) ?? 0) + 1)
  if (isRefusal(answer)) return
  for (const event of answer) {
    evolve(markets, event)
    day.saved.events.push(JSON.stringify(event))
  }
  if (command.kind !== 'OpenMarket') checkMarket(day, command.market)
}

/** What holds after every decision. */
function checkMarket({ markets, twin }: Day, id: MarketId): void {
  const market = markets.open.get(id)
  if (market === undefined) return
  const { head, quotes, book } = market
  const declined = (head.declines ?? []).map((one) => `${one.desk} ${one.reason}`)
  same(declined, [...twin.markets.find((one) => one.id === id)!.declined].map((one) => one.join(' ')), 'who has declined (10.19)') // prettier-ignore
  for (const quote of quotes.values()) {
    const rests = restingQuantity(quote)
    const twice = twin.quotes.find((one) => one.id === quote.id)!
    const parts = ({ filled, pending, canceled }: { filled: number; pending: number; canceled: number }) => [filled, pending, canceled]
    same(parts(quote), parts(twice), `the parts of ${quote.id}`)
    const { isHidden, allocations, account, clientOrderId, label } = twice.place
    const kept = [isHidden, twice.isPostOnly, twice.isIoc, allocations?.[0]?.account ?? account, clientOrderId, label]
    same(
      [quote.isHidden, quote.isPostOnly, quote.isIoc, quote.account, quote.clientOrderId, quote.label],
      kept,
      `what ${quote.id} carries (10.20)`,
    )
    same(book.get(quote.id)?.quantity ?? 0, rests, `what rests of ${quote.id}`)
    if (rests < head.minimumBlock && rests !== 0) throw new Error(`${quote.id} rests with ${rests}, less than a block (10.13)`)
    if (rests > 0 && (quote.isIoc || quote.form === 'ORDER')) throw new Error(`${quote.id} rests and never may (10.9)`)
  }
  const [bid, ask] = [book.best('BUY'), book.best('SELL')]
  if (bid !== undefined && ask !== undefined && bid >= ask) throw new Error(`the book is crossed: ${bid} ${ask} (10.7)`)
  for (const side of ['BUY', 'SELL'] as const) {
    const inTurn: number[] = []
    for (let one = book.first(side); one !== undefined; one = one.next) inTurn.push(one.id)
    const twins = twin.book(id, side)
    same(
      inTurn,
      twins.map((one) => one.id),
      'whose turn it is',
    )
    const shown = bookOf(quotes.values())[side === 'BUY' ? 'bids' : 'asks']
    const open = twins.filter(({ place }) => !place.isHidden)
    same(
      shown.map((one) => one.id),
      open.map((one) => one.id),
      'what everybody reads (10.11)',
    )
  }
  for (const match of market.matches.values())
    for (const viewer of DESKS)
      same(matchFor(match, viewer) !== undefined, [match.maker, match.taker].includes(viewer), 'who reads a match')
}

/** The process dies: the snapshot and the events since are what was there, and what was there goes on from them. */
function crash(day: Day): void {
  const before = JSON.stringify(snapshot(day.markets))
  const again = restore(JSON.parse(day.saved.snapshot) as ReturnType<typeof snapshot>)
  for (const event of day.saved.events) evolve(again, JSON.parse(event) as GroupEvent)
  expect(JSON.stringify(snapshot(again))).toBe(before)
  expect(nextDeadline(again)).toBe(nextDeadline(day.markets))
  day.markets = day.chance.happens(0.5) ? again : restore(JSON.parse(before) as ReturnType<typeof snapshot>)
}

const save = (day: Day): void => void (day.saved = { snapshot: JSON.stringify(snapshot(day.markets)), events: [] })

function legPricesOf({ legs }: Structure, chance: Chance): readonly Price[] {
  return legs.map((leg, place) => {
    if (leg.price !== undefined) return chance.happens(0.99) ? leg.price : ((leg.price + 1) as Price)
    return ((place === 0 ? 600 + chance.below(13) : 500) * leg.instrument.tickSize + (chance.happens(0.005) ? 1 : 0)) as Price
  })
}

const sizeOf = (chance: Chance): Quantity =>
  chance.happens(0.04) ? quantity(chance.oneOf(['0.1', '24.9', '25.05'])) : quantity(String((250 + chance.below(1_000)) / 10))

function partsOf(whole: Quantity, chance: Chance) {
  const count = 2 + chance.below(3)
  const tenths = Math.floor(whole / 100_000)
  const sizes = Array.from({ length: count - 1 }, () => Math.floor(tenths / count) + chance.below(40) - 20)
  const last = tenths - sizes.reduce((sum, each) => sum + each, 0)
  return [...sizes, chance.happens(0.95) ? last : last + 1].map((size, n) => ({
    account: chance.happens(0.99) ? `fund-${n}` : 'fund-0',
    quantity: (size * 100_000) as Quantity,
  }))
}

function place(day: Day, chance: Chance): GroupCommand {
  const known = day.twin.markets
  const market = known[known.length - 1 - Math.floor(chance.next() ** 3 * known.length)]!
  const { structure } = market.command
  const form = chance.happens(0.25) ? ('ORDER' as const) : ('QUOTE' as const)
  const legPrices = legPricesOf(structure, chance)
  const at = structurePrice(structure.legs, legPrices)
  const size = sizeOf(chance)
  const isIoc = form === 'QUOTE' && chance.happens(0.12)
  const isOver = (form === 'ORDER' || isIoc) && chance.happens(0.3)
  return {
    kind: 'PlaceQuote',
    actor: actor(chance.oneOf(day.desks), chance.oneOf(['key-1', 'key-2'])),
    market: market.id as MarketId,
    form,
    side: chance.oneOf(['BUY', 'SELL']),
    quantity: size,
    ...(form === 'ORDER' && at !== undefined ? { price: at } : { legPrices }),
    isIoc,
    isPostOnly: chance.happens(0.15),
    isHidden: chance.happens(0.15),
    account: 'main',
    shard: SHARD,
    nonce: 'n',
    ...(chance.happens(0.2) ? { clientOrderId: `c${chance.below(20)}` } : {}),
    ...(isOver || chance.happens(0.01) ? { allocations: partsOf(size, chance) } : {}),
  }
}

function change(day: Day, chance: Chance): GroupCommand | undefined {
  const { quotes } = day.twin
  if (quotes.length === 0) return undefined
  const quote = quotes[quotes.length - 1 - Math.floor(chance.next() ** 2 * Math.min(quotes.length, 80))]!
  const { structure } = day.twin.markets.find(({ id }) => id === quote.market)!.command
  const by = actor(chance.happens(0.95) ? quote.desk : chance.oneOf(DESKS))
  const common = { actor: by, market: quote.market as MarketId, quoteId: quote.id as QuoteId }
  if (chance.happens(0.25)) return { kind: 'CancelQuote', ...common }
  const same = chance.happens(0.4) ? { quantity: (quote.quantity - chance.below(60) * 100_000) as Quantity } : { quantity: sizeOf(chance) }
  const prices = chance.happens(0.4) ? {} : { legPrices: legPricesOf(structure, chance) }
  return { kind: 'ReplaceQuote', ...common, ...same, ...prices, ...brought(quote.place.side, chance), shard: SHARD, nonce: 'n' }
}

/** What a replacement brings beside size and prices. */
function brought(side: 'BUY' | 'SELL', chance: Chance) {
  const some = <T extends object>(probability: number, members: () => T) => (chance.happens(probability) ? members() : {})
  return {
    isIoc: chance.happens(0.1),
    ...some(0.3, () => ({ isPostOnly: chance.happens(0.4) })),
    ...some(0.3, () => ({ isHidden: chance.happens(0.5) })),
    ...some(0.2, () => ({ account: chance.oneOf(['main', 'other']) })),
    ...some(0.2, () => ({ clientOrderId: chance.happens(0.2) ? '' : `c${chance.below(20)}` })),
    ...some(0.2, () => ({ label: chance.oneOf(['', 'wing', 'body']) })),
    ...some(0.2, () => ({ side: chance.happens(0.9) ? side : chance.oneOf(['BUY', 'SELL'] as const) })),
    ...some(0.05, () => ({ price: (chance.below(30) * 100_000) as Price })),
  }
}

/** The venue is late, repeats itself, and contradicts itself. */
function answer(day: Day, chance: Chance): GroupCommand | undefined {
  const { matches } = day.twin
  if (matches.length === 0) return undefined
  const match = matches[matches.length - 1 - Math.floor(chance.next() ** 2 * Math.min(matches.length, 40))]!
  const common = { market: match.market as MarketId, matchId: match.id as MatchId }
  return chance.happens(0.8)
    ? { kind: 'ConfirmMatch', ...common, venueTradeId: `v${match.id}` }
    : { kind: 'RejectMatch', ...common, rejection: 'no margin' }
}

const open = (chance: Chance): GroupCommand => ({
  kind: 'OpenMarket',
  actor: actor(chance.oneOf(DESKS)),
  shard: SHARD,
  venue: 'DBT',
  baseCurrency: 'BTC',
  structure: chance.oneOf(structures),
  minimumBlock: quantity('25'),
  quantityIncrement: quantity('0.1'),
})

const decline = ({ desks, twin }: Day, chance: Chance): GroupCommand => ({
  kind: 'DeclineMarket',
  actor: actor(chance.oneOf(desks)),
  market: chance.oneOf(twin.markets).id as MarketId,
  reason: chance.oneOf(declineReasons),
})

function somebody(day: Day): GroupCommand | undefined {
  const { chance, twin } = day
  const roll = chance.next()
  if (twin.markets.length === 0 || roll < 0.02) return open(chance)
  if (roll < 0.05) return decline(day, chance)
  if (roll < 0.55) return place(day, chance)
  if (roll < 0.78) return change(day, chance)
  if (roll < 0.98) return answer(day, chance)
  // Whatever comes by itself may come at any time and does nothing then; a market that was never there neither.
  const market = (chance.happens(0.9) ? chance.oneOf(twin.markets).id : 1) as MarketId
  return chance.oneOf<GroupCommand>([
    { kind: 'LapseQuotes', market },
    { kind: 'EndMarket', market },
    { kind: 'CancelQuote', actor: actor(DESKS[0]!), market: 1 as MarketId, quoteId: 1 as QuoteId },
  ])
}

/** What is due by then, each at its own moment. */
function pass(day: Day, until: number): void {
  for (;;) {
    const next = nextDeadline(day.markets) ?? Infinity
    same(next, day.twin.nextDeadline(), 'the next deadline')
    if (next > until) break
    day.now = Math.max(day.now, next) as Instant
    give(day, due(day.markets, day.now)!)
  }
  day.now = until as Instant
}

function live(seed: number, commands: number): Map<string, number> {
  const chance = chanceFrom(seed)
  const counts = new Map<string, number>()
  for (let left = commands; left > 0; left -= COMMANDS_A_DAY) {
    const start = chance.happens(0.5) ? NOON : NOON + 29 * 86_400_000
    const day: Day = {
      ...{
        chance,
        counts,
        desks: DESKS.slice(0, chance.oneOf([2, 3, 6])),
        twin: new NaiveMarkets(),
        markets: emptyGroupMarkets(),
        now: start as Instant,
      },
      saved: { snapshot: '', events: [] },
    }
    save(day)
    for (let n = 0; n < Math.min(left, COMMANDS_A_DAY); n++) {
      const ms = chance.happens(0.01) ? chance.below(20 * 3_600_000) : chance.below(60_000)
      pass(day, day.now + ms)
      const command = somebody(day)
      if (command !== undefined) give(day, command)
      if (chance.happens(0.01)) save(day)
      if (chance.happens(0.01)) crash(day)
    }
  }
  return counts
}

const everything = [
  ...['MarketOpened', 'QuotePlaced', 'QuoteReplaced', 'MatchAgreed', 'MatchSettled', 'MatchRejected', 'MarketEnded'],
  ...['ByUser', 'NotFilledAtOnce', 'MarketEnded', 'Lapsed', 'SettlementRejected', 'BelowBlockMinimum', 'Protection'],
  ...['RfqClosed', 'OrderUnknown', 'OrderClosed', 'QuantityBelowBlockMinimum', 'QuantityOffIncrement', 'QuoteCrossesOwnSide'],
  ...['LayeringLimitReached', 'TypeNotAllowed', 'PostOnlyWouldCross', 'QuoteWindowClosed', 'ClientOrderIdInUse', 'AllocationInvalid'],
  ...['MarketDeclined', 'MarketDeclineTakenBack', 'AlreadyDeclined', 'OrderPriceMissing', 'is seen', 'is no more seen'],
]

describe('10.16 the order-book flow and its slow twin', () => {
  const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

  it(
    `10.1, 10.4, 10.5, 10.7 to 10.15 and 10.17 to 10.20 decide alike ${COMMANDS} times (PARLEY_SEED=${seed})`,
    { timeout: 60_000 + COMMANDS * 5 },
    () => {
      const counts = live(seed, COMMANDS)
      // The days were worth living: what can happen did.
      for (const what of everything) expect(counts.get(what) ?? 0, `${what} never came about`).toBeGreaterThan(0)
    },
  )
})

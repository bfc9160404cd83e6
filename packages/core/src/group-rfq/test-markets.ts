/** What the tests of this folder start from: one call spread's market, and a way to send commands to it. */
import { price, quantity, type Price } from '../decimal.ts'
import { actor, callSpread, KEST, NOON, TAKER } from '../direct-rfq/test-market.ts'
import type { DeskId, Instant, MarketId, QuoteId } from '../ids.ts'
import { noGuard, type Guard } from '../protection/guard.ts'
import { isRefusal } from '../refusal.ts'
import type { Side } from '../structure/structure.ts'
import { decide } from './decide.ts'
import { evolve } from './evolve.ts'
import type { GroupCommand, GroupEvent, GroupQuote } from './group-rfq.ts'
import { emptyGroupMarkets, type GroupMarkets } from './markets.ts'

export const SHARD = 3
type Of<Kind extends GroupCommand['kind']> = Extract<GroupCommand, { kind: Kind }>

export const open = (change: Partial<Of<'OpenMarket'>> = {}): Of<'OpenMarket'> => ({
  kind: 'OpenMarket',
  actor: actor(TAKER),
  shard: SHARD,
  venue: 'DBT',
  baseCurrency: 'BTC',
  structure: callSpread,
  minimumBlock: quantity('25'),
  quantityIncrement: quantity('0.1'),
  ...change,
})

/** The long leg carries the spread's price, the short one stands at 0.0100. */
const legs = (spread: string): readonly Price[] => [(price(spread) + price('0.01')) as Price, price('0.01')]

export type QuoteChange = Partial<Omit<Of<'PlaceQuote'>, 'kind' | 'actor' | 'price' | 'quantity'>>

export const quote = (desk: DeskId, side: Side, at: string, size: string, change: QuoteChange = {}): Of<'PlaceQuote'> => ({
  kind: 'PlaceQuote',
  actor: actor(desk),
  market: MARKET,
  form: 'QUOTE',
  side,
  quantity: quantity(size),
  legPrices: legs(at),
  isIoc: false,
  isPostOnly: false,
  isHidden: false,
  account: `${desk}-main`,
  shard: SHARD,
  nonce: 'n',
  ...change,
})

export const order = (desk: DeskId, side: Side, limit: string, size: string): Of<'PlaceQuote'> => {
  const { legPrices: _none, ...taking } = quote(desk, side, limit, size, { form: 'ORDER' })
  return { ...taking, price: price(limit) }
}

export const replace = (desk: DeskId, quoteId: QuoteId, size: string, at?: string): Of<'ReplaceQuote'> => ({
  kind: 'ReplaceQuote',
  actor: actor(desk),
  market: MARKET,
  quoteId,
  quantity: quantity(size),
  isIoc: false,
  shard: SHARD,
  nonce: 'n',
  ...(at === undefined ? {} : { legPrices: legs(at) }),
})

/** The first market of the shard. */
export const MARKET = (64 + SHARD) as MarketId

export type World = {
  readonly markets: GroupMarkets
  now: Instant
  /** Events, or the refusal's name and rule. */
  send(command: GroupCommand, guard?: Guard): readonly GroupEvent[] | string
  /** As `send`, for what has to go. */
  must(command: GroupCommand, guard?: Guard): readonly GroupEvent[]
  /** Places a quote and answers its id. */
  rest(desk: DeskId, side: Side, at: string, size: string, change?: QuoteChange): QuoteId
  quoteOf(id: QuoteId): GroupQuote
}

export function world({ isOpen = true } = {}): World {
  const markets = emptyGroupMarkets()
  const it: World = {
    markets,
    now: NOON,
    send(command, guard = noGuard) {
      const decision = decide(markets, command, it.now, guard)
      if (isRefusal(decision)) return `${decision.refused} ${decision.rule}`
      for (const event of decision) evolve(markets, event)
      return decision
    },
    must(command, guard) {
      const answer = it.send(command, guard)
      if (typeof answer === 'string') throw new Error(answer)
      return answer
    },
    rest(desk, side, at, size, change) {
      const placed = it.must(quote(desk, side, at, size, change)).find((event) => event.kind === 'QuotePlaced')
      return placed!.quote.id
    },
    quoteOf: (id) => markets.open.get(MARKET)?.quotes.get(id) ?? markets.shown.quotes.get(id)!,
  }
  if (isOpen) it.must(open())
  return it
}

/** What happened, in a word each: `QuotePlaced MatchAgreed 25@0.02 QuoteCanceled 5 NotFilledAtOnce`. */
export const told = (answer: readonly GroupEvent[] | string): string =>
  typeof answer === 'string'
    ? answer
    : answer
        .map((event) => {
          if (event.kind === 'MatchAgreed')
            return `MatchAgreed ${event.match.quantity / 1e6}@${event.match.price / 1e8} ${event.match.maker}`
          if (event.kind === 'QuoteCanceled') return `QuoteCanceled ${event.quantity / 1e6} ${event.reason}`
          return event.kind === 'MarketEnded' ? `MarketEnded ${event.reason}` : event.kind
        })
        .join(', ')

export { KEST, TAKER }

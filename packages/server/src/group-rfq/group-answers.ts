/** The answer that a decision was first given, from its events; a quote that was cancelled is as it stands now. */
import { SHARDS_MOST, type DeskId, type GroupEvent, type MarketEvent } from '@parley/core'
import type { GroupRfqView } from '@parley/contracts'
import type { Caller } from '../http/route.ts'
import { quoteAfter } from './placing.ts'
import type { Recall } from './recall.ts'
import type { GroupStore } from './store.ts'
import { presentMarket, presentOrder, presentQuote } from './wire.ts'

export const createGroupAnswers =
  (store: Pick<GroupStore, 'quote' | 'markets'>, recall: Recall) =>
  async (desk: DeskId, events: readonly MarketEvent[]): Promise<object | undefined> => {
    const told = events.find(isTold)
    if (told === undefined) return undefined
    if (told.kind === 'MarketOpened') return presentMarket(told.market)
    if (told.kind === 'MarketDeclined') return marketFor(store, desk, told.market)
    const market = await recall.market(told.market)
    if (market === undefined) return undefined
    const quote = told.kind === 'QuoteCanceled' ? (await store.quote(told.quoteId))?.quote : quoteAfter(events)
    if (quote?.actor.desk !== desk) return undefined
    return quote.form === 'ORDER' ? presentOrder(market, quote) : presentQuote(market, quote)
  }

/** As the desk reads it now, with what is its own. */
export async function marketFor(store: Pick<GroupStore, 'markets'>, desk: DeskId, id: number): Promise<GroupRfqView | undefined> {
  const { items } = await store.markets(desk, { id }, { size: 1 })
  return items[0] && presentMarket(items[0].market, { desk, own: items[0].own })
}

type Told = Extract<GroupEvent, { kind: 'MarketOpened' | 'MarketDeclined' | 'QuotePlaced' | 'QuoteReplaced' | 'QuoteCanceled' }>
const told: ReadonlySet<string> = new Set<Told['kind']>(['MarketOpened', 'MarketDeclined', 'QuotePlaced', 'QuoteReplaced', 'QuoteCanceled'])
const isTold = (event: MarketEvent): event is Told => told.has(event.kind)

/** The newest quote or order of the desk that has the id. */
export const createByClientOrderId =
  (store: Pick<GroupStore, 'quotes'>) =>
  async ({ desk }: Caller, clientOrderId: string) => {
    const forms = await Promise.all((['QUOTE', 'ORDER'] as const).map((form) => store.quotes(desk, form, { clientOrderId }, { size: 1 })))
    const [newest] = forms.flatMap(({ items }) => items).sort((a, b) => b.quote.createdAt - a.quote.createdAt || b.quote.id - a.quote.id)
    if (newest === undefined) return undefined
    const { market, quote } = newest
    const body = quote.form === 'ORDER' ? presentOrder(market, quote) : presentQuote(market, quote)
    return { decidedAt: quote.createdAt, group: quote.id % SHARDS_MOST, body }
  }

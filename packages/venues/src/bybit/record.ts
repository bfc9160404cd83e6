/** The venue's record of a block, looked up by its name there in the lists of either party. */
import { asList, asObject } from '../adapter/wire-object.ts'
import type { Block, VenueAnswer, VenueCredentials } from '../port/venue-answers.ts'
import { failureFromWire, unknown, type NotDone } from './answers.ts'
import { linkIdOf, tradeFromWire, type Trade } from './block-wire.ts'
import { RECORDS_PER_PAGE } from './limits.ts'
import type { Query, Rest } from './rest.ts'
import { textOf } from './wire.ts'

/** OPEN: it is being executed, or its quote can still be executed. NONE: nothing in the lists can be executed any more. */
export type BlockState = { readonly trade: Trade | 'OPEN' | 'NONE'; readonly venueNow: number }

/**
 * The lists of the quoting party and of the party that sent the RFQ, the name that each gave it, and the states from which no execution can follow.
 */
const VIEWS = {
  quote: { link: 'quoteLinkId', open: '/v5/rfq/quote-realtime', all: '/v5/rfq/quote-list', over: ['Canceled', 'Expired', 'Failed'] },
  // An RFQ outlives its quotes: while it is merely active, only a quote could still be executed.
  request: { link: 'rfqLinkId', open: '/v5/rfq/rfq-realtime', all: '/v5/rfq/rfq-list', over: ['Active', 'Canceled', 'Expired', 'Failed'] },
} as const
type ViewName = keyof typeof VIEWS
type Reading = { readonly block: Block; readonly party: VenueCredentials; readonly view: ViewName }

/** Based on both lists of the party. */
export async function readBlockState(rest: Rest, block: Block, party: VenueCredentials): Promise<BlockState | NotDone> {
  const quoted = await readView(rest, { block, party, view: 'quote' })
  if ('outcome' in quoted || typeof quoted.trade === 'object') return quoted
  const asked = await readView(rest, { block, party, view: 'request' })
  if ('outcome' in asked || typeof asked.trade === 'object') return asked
  // The time of the first response: anything that begins while the others are read may be missing from all of them.
  return { trade: quoted.trade === 'OPEN' ? 'OPEN' : asked.trade, venueNow: quoted.venueNow }
}

/** Read the trades last: an execution that ends in between is then either open or among the trades. */
export async function readView(rest: Rest, reading: Reading): Promise<BlockState | NotDone> {
  const { block, party, view } = reading
  const { link, open, all, over } = VIEWS[view]
  const query: Query = { traderType: view, [link]: linkIdOf(block) }
  const rows: unknown[] = []
  let venueNow: number | undefined
  for (const path of [open, all]) {
    const list = await readList(rest, party, path, query)
    if ('outcome' in list) return list
    venueNow ??= list.venueNow
    rows.push(...list.rows)
  }
  const isOpen = rows.some((row) => !over.some((status) => status === asObject(row)?.['status']))
  const trade = await readTrade(rest, reading)
  if (typeof trade === 'object' && 'outcome' in trade) return trade
  const isOnlyFailed = trade === 'NONE' || trade.status === 'FAILED'
  return { trade: isOpen && isOnlyFailed ? 'OPEN' : trade, venueNow: venueNow! }
}

export async function readTrade(rest: Rest, { block, party, view }: Reading): Promise<Trade | 'NONE' | NotDone> {
  const trades = await readList(rest, party, '/v5/rfq/trade-list', { traderType: view, [VIEWS[view].link]: linkIdOf(block) })
  if ('outcome' in trades) return trades
  const read = trades.rows.map((row) => tradeFromWire(row, block))
  // An execution that cannot be parsed could be the one we are looking for.
  if (read.includes(undefined)) return unknown('the venue sent its list of trades in an unknown format')
  return read.find((trade) => trade?.status === 'FILLED') ?? read[0] ?? 'NONE'
}

type Rows = { readonly rows: readonly unknown[]; readonly venueNow: number }

/** Everything under one name fits on a page. If it does not, it is not ours. */
export async function readList(rest: Rest, party: VenueCredentials, path: string, query: Query): Promise<Rows | NotDone> {
  const isPaged = !path.endsWith('-realtime')
  const answer = await rest.readAs(party, path, isPaged ? { ...query, limit: String(RECORDS_PER_PAGE) } : query)
  if (answer.kind !== 'RESULT') return failureFromWire(answer)
  const list = asObject(answer.result)?.['list']
  if (!Array.isArray(list)) return unknown('the venue answered without a list')
  if (list.length >= RECORDS_PER_PAGE) return unknown('the venue has more under this name than can be read')
  return { rows: asList(list), venueNow: answer.venueNow }
}

/** The id of the single open RFQ or quote with this name, if there is one. */
export async function findOpen(
  rest: Rest,
  party: VenueCredentials,
  { path, query, id }: { readonly path: string; readonly query: Query; readonly id: string },
): Promise<VenueAnswer<string | undefined>> {
  const found = await readList(rest, party, path, query)
  if ('outcome' in found) return found
  const row = found.rows.map(asObject).find((each) => each?.['status'] === 'Active')
  return { outcome: 'DONE', value: textOf(row?.[id]) }
}

/** The rows of the main table, of every audience, derived from live data. A row is the same object until something in it changes. */
import { type Audience, bookOf, type BookLevel, type Rfq, type Role } from '@parley/client'
import { displayRfq, priceDecimals, product, strategyName, structureText } from '@parley/core'
import type { Tone } from '../../../components/Badge.tsx'
import { audienceLook } from '../../../live/audiences.ts'
import { structureMark } from '../../../live/marks.ts'
import { remembering } from '../../../live/memo-by-object.ts'
import { productName } from '../../../live/product-name.ts'
import type { Live } from '../../../live/store.ts'
import { ownPart, type OwnPart } from '../../rfq/book/own-part.ts'
import { makerState, stateWord } from './maker-state.ts'
import { type RollCall, rollCall } from './roll-call.ts'
import { limitText, takerLimits } from '../../rfq/ticket/taker-limits.ts'
import { ratiosText } from '../../structure/structure-text.ts'

export type RfqRow = {
  /** The id of the RFQ for pins and rows. */
  readonly id: string
  readonly rfq: Rfq
  readonly strategy: string
  readonly structure: string
  readonly ratio: string
  readonly decimals: number
  /** Names of the products of its legs. */
  readonly products: readonly string[]
  /** The taker of a direct RFQ, as far as the viewer may know it. */
  readonly counterparty: string | undefined
  /** The taker's own limits, for a maker it asked (rulebook 8.4): `AMBR bids 0.1098 for 1,000`. */
  readonly takerLimits: readonly string[]
  /** The best of the quotes that the viewer may see. */
  readonly bid: BookLevel | undefined
  readonly ask: BookLevel | undefined
  readonly quotes: number
  readonly mark: number | undefined
  /** How far the mid of the quotes is above the mark (rulebook 6.5). */
  readonly offset: number | undefined
  readonly own: OwnPart
  /** For the taker's own RFQ: which of the desks it asked have quoted. */
  readonly rollCall: RollCall | undefined
  /** The desk's role. Undefined if it has no orders or trades in the RFQ. */
  readonly role: Role | undefined
  readonly isQuoted: boolean
  readonly status: string
  readonly tone: Tone
  readonly isOver: boolean
  readonly isPinned: boolean
  /** All text that the filter searches. */
  readonly searched: string
}

/** Nothing in it belongs to the desk, and it is not closed: it changes without us while the server is unreachable. */
export const isOfMarket = ({ role, own, isOver }: Pick<RfqRow, 'role' | 'own' | 'isOver'>): boolean =>
  role !== 'TAKER' && !isOver && own.bids.length + own.asks.length === 0

type RowSources = Pick<Live, 'rfqs' | 'levelsByRfq' | 'ordersByRfq' | 'tradesByRfq' | 'marks'>

const sorted = remembering<readonly Rfq[]>()

/** Newest first, without drafts, which have their own list. Sorting by latest activity would move rows all the time. */
const listed = (rfqs: Live['rfqs']): readonly Rfq[] =>
  sorted(rfqs, [], () =>
    [...rfqs.values()]
      .filter((rfq) => rfq.state !== 'DRAFT' && rfq.closedReason !== 'CLOSED_DRAFT')
      .sort((a, b) => b.createdAt - a.createdAt),
  )

export const rowsOf = (live: RowSources, pinned: ReadonlySet<string>, isWanted: (rfq: Rfq) => boolean = () => true): readonly RfqRow[] =>
  listed(live.rfqs)
    .filter(isWanted)
    .map((rfq) => rowOf(rfq, live, pinned.has(rfq.id)))

const row = remembering<RfqRow>()

export function rowOf(rfq: Rfq, live: RowSources, isPinned: boolean): RfqRow {
  const shown = live.levelsByRfq.get(rfq.id)
  const orders = live.ordersByRfq.get(rfq.id)
  const trades = live.tradesByRfq.get(rfq.id)
  const mark = structureMark(rfq.legs, live.marks)
  return row(rfq, [shown, orders, trades, mark, isPinned], () => {
    const { bids, asks } = bookOf(rfq, shown, orders)
    const [bid, ask] = [bids[0], asks[0]]
    const own = ownPart(orders, trades)
    const words = wordsOf(rfq)
    const status = statusOf(rfq, own)
    return {
      id: rfq.id,
      rfq,
      ...words,
      takerLimits: takerLimits(rfq, shown).map((limit) => limitText(limit, words.decimals)),
      bid,
      ask,
      quotes: bids.length + asks.length,
      mark,
      offset: bid === undefined || ask === undefined || mark === undefined ? undefined : (Number(bid.price) + Number(ask.price)) / 2 - mark,
      own,
      rollCall: rollCall(rfq, shown),
      role: rfq.audience === 'DIRECT' ? rfq.role : own.role,
      isQuoted: rfq.audience === 'DIRECT' ? rfq.role === 'MAKER' : own.bids.length + own.asks.length > 0,
      status,
      tone: tones[rfq.audience][status] ?? 'faint',
      isOver: rfq.state === 'CLOSED',
      isPinned,
      searched: `${words.searched} ${status}`.toLowerCase(),
    }
  })
}

type Words = Pick<RfqRow, 'strategy' | 'structure' | 'ratio' | 'decimals' | 'products' | 'counterparty' | 'searched'>
const made = remembering<Words>()

/** The texts that do not depend on the market, computed once, because a thousand rows are rendered with every mark. */
const wordsOf = (rfq: Rfq): Words =>
  made(rfq, [], () => {
    const strategy = strategyName(rfq)
    const structure = structureText(rfq.legs, rfq.createdAt)
    const products = [...new Set(rfq.productCodes.map(productName))]
    const counterparty = counterpartyOf(rfq)
    const { id, venue, baseCurrency, description, label, audience } = rfq
    const words = [
      id,
      venue,
      baseCurrency,
      strategy,
      structure,
      structureText(rfq.legs),
      description,
      counterparty,
      label,
      audienceLook[audience].name,
      ...products,
    ]
    return {
      strategy,
      structure,
      // The hedge is counted in contracts and is not part of the structure's ratio.
      ratio: ratiosText(rfq.legs.filter(({ price }) => price === undefined)),
      decimals: priceDecimals(rfq),
      products,
      counterparty,
      searched: words.filter((word) => word !== undefined).join(' '),
    }
  })

/** The taker. An order book has none. */
export const counterpartyOf = ({ audience, role, takerDeskName }: Rfq): string | undefined =>
  audience !== 'DIRECT' ? undefined : role === 'TAKER' ? 'You' : (takerDeskName ?? audienceLook[audience].unnamed)

type StatusFacts = Pick<
  Rfq,
  | 'takerSide'
  | 'audience'
  | 'state'
  | 'closedReason'
  | 'role'
  | 'traded'
  | 'quantity'
  | 'filled'
  | 'pending'
  | 'declinedByMe'
  | 'productCodes'
>
type StatusOwn = Pick<OwnPart, 'status' | 'bids' | 'asks' | 'position' | 'pulled'>

/** Ignores the mark: whether a quote is stale is shown in the queue. */
function makerStatus(rfq: StatusFacts, own: StatusOwn): string {
  const state = makerState({ rfq, own, status: 'Active', isHeld: false, moved: undefined, tick: 1 })
  return stateWord(state, 'Active')
}

/** Traded, and waiting for both desks to book it (rulebook 16.2). */
const isToBook = ({ pending, productCodes }: StatusFacts): boolean =>
  Number(pending ?? 0) > 0 && productCodes.some((code) => product(code)?.route === 'BOOKED_BY_BOTH')

/** The status for this viewer: the outcome of a request, or the desk's own part of an order book. */
export function statusOf(rfq: StatusFacts, own: StatusOwn): string {
  if (rfq.audience === 'DIRECT' && rfq.state === 'OPEN') {
    if (isToBook(rfq)) return 'To book'
    if (doneOf(rfq) !== undefined) return 'Partly'
    if (rfq.role === 'MAKER') return makerStatus(rfq, own)
  }
  if (rfq.audience === 'DIRECT')
    return displayRfq({ state: rfq.state, closedReason: rfq.closedReason ?? null, role: rfq.role ?? 'MAKER', traded: rfq.traded })
  return rfq.state === 'CLOSED' ? 'Ended' : (own.status ?? 'Active')
}

const tones: Readonly<Record<Audience, Readonly<Record<string, Tone>>>> = {
  DIRECT: {
    ...{ Draft: 'plain', Active: 'open', Partly: 'mine', Filled: 'mine', 'To book': 'warn' },
    ...{ New: 'warn', Cancelled: 'warn', Quoted: 'open', 'Bid only': 'open', 'Ask only': 'open', Traded: 'mine', Declined: 'plain' },
  },
  ORDER_BOOK: { Active: 'plain', Open: 'open', Filled: 'mine' },
}

export type Done = { readonly dealt: number; readonly left: number; readonly share: number }

/** How much of an RFQ has traded (agreed or settled), if it is neither nothing nor everything. For a maker it is its own part. */
export function doneOf({ quantity, filled, pending }: Pick<Rfq, 'quantity' | 'filled' | 'pending'>): Done | undefined {
  const [whole, dealt] = [Number(quantity), Math.round((Number(filled ?? 0) + Number(pending ?? 0)) * 1e6) / 1e6]
  if (!(dealt > 0) || !(dealt < whole)) return undefined
  return { dealt, left: Math.round((whole - dealt) * 1e6) / 1e6, share: dealt / whole }
}

const DAY_MS = 86_400_000

/** By the UTC day, like the venue's expiries. A direct RFQ never lives longer. */
export const hasTradedToday = ({ traded, lastTrade }: Rfq, now: number): boolean =>
  lastTrade === undefined ? traded : Math.floor(lastTrade.executedAt / DAY_MS) === Math.floor(now / DAY_MS)

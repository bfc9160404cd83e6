/** The one message after a lost connection: how many RFQs, orders and trades that were known before have changed. Pure. */
import { isResting, type Order, type Rfq, type Trade, type TradingFlow } from '@parley/client'
import { displayRfq, type DisplayStatus, marketEndOf } from '@parley/core'
import { ageText, clockText } from '../components/time-text.ts'
import { isDirect, isOrderBook } from './audiences.ts'
import { endOfRfq, nameOfRfq, type Notice } from './notices.ts'
import { choiceOf } from './screen-state.ts'
import type { Live } from './store.ts'

export type MarketLists = Pick<Live, 'rfqs' | 'orders' | 'ordersByRfq' | 'trades'>

export type CutFacts = {
  readonly before: MarketLists
  readonly after: MarketLists
  readonly ended: readonly Rfq[]
  /** The interrupted connections. */
  readonly audiences: ReadonlySet<TradingFlow>
  readonly awayMs: number
}

/** Pure. Undefined if nothing that was known has changed. */
export function cutNotice({ before, after, ended: gone, audiences, awayMs }: CutFacts): Notice | undefined {
  const ended = gone.filter((rfq) => hasPart(before, rfq))
  const orders = [...before.orders.values()].filter((order) => audiences.has(order.audience) && isResting(order) && !restsIn(after, order))
  const trades = [...after.trades.values()].filter(
    (trade) => audiences.has(trade.audience) && before.trades.get(trade.id)?.state !== trade.state,
  )
  const parts = [
    ...counted(ended.filter(isDirect), endWord, (kind, s) => `RFQ${s} ${kind}`),
    ...counted(ended.filter(isOrderBook), () => 'ended', (kind, s) => `order book${s} ${kind}`), // prettier-ignore
    ...counted(orders, ({ kind }) => (kind === 'QUOTE' ? 'quote' : 'order'), (kind, s) => `${kind}${s} ended`), // prettier-ignore
    ...counted(
      trades,
      (trade) => tradeWord(before, trade),
      (kind, s) => (kind === 'new' ? `new trade${s}` : `trade${s} ${kind}`),
    ),
  ]
  if (parts.length === 0) return undefined
  const [rfq] = ended
  const other = orders[0] ?? trades[0]
  const about =
    rfq === undefined
      ? { text: other!.description, rfq: { audience: other!.audience, id: other!.rfqId } }
      : { text: `${nameOfRfq(rfq)}: ${endText(rfq)}`, rfq: choiceOf(rfq) }
  return {
    ...about,
    key: 'cut',
    of: 'WARNING',
    tone: 'warn',
    isNeverSilenced: true,
    title: `Offline ${ageText(awayMs)}: ${parts.join(', ')}`,
  }
}

/** Every desk sees every order book, so only those in which this desk has taken part concern it. */
export const hasPart = ({ ordersByRfq }: Pick<Live, 'ordersByRfq'>, rfq: Rfq): boolean =>
  isDirect(rfq) || rfq.role !== undefined || ordersByRfq.has(rfq.id)

const restsIn = ({ orders }: Pick<Live, 'orders'>, { id }: Order): boolean => {
  const now = orders.get(id)
  return now !== undefined && isResting(now)
}

const endWords: Readonly<Record<DisplayStatus, string>> = {
  ...{ Active: 'closed', Draft: 'closed', Closed: 'closed' },
  ...{ Filled: 'filled', 'Trd Away': 'traded away', Expired: 'expired', Canceled: 'cancelled' },
}
const endWord = (rfq: Rfq): string => {
  if (rfq.state !== 'CLOSED' || !isDirect(rfq)) return 'closed'
  const { state, closedReason = null, role, traded } = rfq
  return endWords[displayRfq({ state, closedReason, role, traded })]
}

const tradeWord = ({ trades }: Pick<Live, 'trades'>, { id, state }: Trade): string =>
  state === 'REJECTED' ? 'rejected' : trades.has(id) ? 'settled' : 'new'

/** `cancelled by Ada Moreau at 18:42:31`, or `closed` if it could not be read. */
const endText = (rfq: Rfq): string => (isOrderBook(rfq) ? marketEndText(rfq) : directEndText(rfq))

/** `its first leg expired at 08:00:00`. */
export function marketEndText({ expiresAt, updatedAt }: Pick<Rfq, 'expiresAt' | 'updatedAt'>): string {
  const { because, at } = marketEndOf({ firstExpiryAt: expiresAt, lastActivityAt: updatedAt })
  return because === 'LEG_EXPIRED' ? `its first leg expired at ${clockText(at)}` : `it had no activity for a day, until ${clockText(at)}`
}

const directEndText = (rfq: Rfq): string =>
  rfq.state === 'CLOSED' ? `${endWord(rfq)}${endOfRfq(rfq)} at ${clockText(rfq.updatedAt)}` : 'closed while you were offline'

/** `2 RFQs cancelled` for each kind. */
const counted = <T>(items: readonly T[], kindOf: (item: T) => string, phrase: (kind: string, s: '' | 's') => string): readonly string[] =>
  [...Map.groupBy(items, kindOf)].map(([kind, of]) => `${of.length} ${phrase(kind, of.length === 1 ? '' : 's')}`)

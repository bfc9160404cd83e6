/** The one message after a lost connection: how many RFQs, orders and trades that were known before have changed. Pure. */
import { isResting, type Order, type Rfq, type Trade } from '@parley/client'
import { displayRfq, type DisplayStatus } from '@parley/core'
import { ageText, clockText } from '../components/time-text.ts'
import { isDirect } from './audiences.ts'
import { endOfRfq, nameOfRfq, type Notice } from './notices.ts'
import { choiceOf } from './screen-state.ts'
import type { Live } from './store.ts'

export type MarketLists = Pick<Live, 'rfqs' | 'orders' | 'trades'>

export type CutFacts = {
  readonly before: MarketLists
  readonly after: MarketLists
  readonly ended: readonly Rfq[]
  readonly awayMs: number
}

/** Pure. Undefined if nothing that was known has changed. */
export function cutNotice({ before, after, ended, awayMs }: CutFacts): Notice | undefined {
  const orders = [...before.orders.values()].filter((order) => order.audience === 'DIRECT' && isResting(order) && !restsIn(after, order))
  const trades = [...after.trades.values()].filter(
    (trade) => trade.audience === 'DIRECT' && before.trades.get(trade.id)?.state !== trade.state,
  )
  const parts = [
    ...counted(ended, endWord, (kind, s) => `RFQ${s} ${kind}`),
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
      ? { text: other!.description, rfq: { audience: 'DIRECT', id: other!.rfqId } as const }
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
const endText = (rfq: Rfq): string =>
  rfq.state === 'CLOSED' ? `${endWord(rfq)}${endOfRfq(rfq)} at ${clockText(rfq.updatedAt)}` : 'closed while you were offline'

/** `2 RFQs cancelled` for each kind. */
const counted = <T>(items: readonly T[], kindOf: (item: T) => string, phrase: (kind: string, s: '' | 's') => string): readonly string[] =>
  [...Map.groupBy(items, kindOf)].map(([kind, of]) => `${of.length} ${phrase(kind, of.length === 1 ? '' : 's')}`)

/** What a person has to hear of, read off the change between two frames: pure but for `announce`, which tells it. */
import type { BlockTradeView, RfqView, UserView } from '@parley/contracts'
import { toast, type ToastTone } from '../components/toasts.ts'
import { notifyInTitle, notifyOnDesktop, notifyWithSound } from './attention.ts'
import { useSession } from './session.ts'
import type { Heard, Live } from './store.ts'

export type Notice = {
  /** Notices of one key replace each other. */
  readonly key: string
  readonly tone: ToastTone
  readonly title: string
  readonly text: string
  /** Of the RFQ it speaks of; a number is a market of the order book. */
  readonly rfqId?: string | number
  /** Where it speaks of something else. */
  readonly openIt?: () => void
}

/** Opens an RFQ or a market wherever the person is; the shell says how. */
let open: (rfqId: string | number) => void = () => undefined
export const onNoticeOpened = (listener: typeof open): void => void (open = listener)

export const announce = (before: Live, after: Live, heard: Heard): void => tell(noticesOf(before, after, heard))

/** As the person has set it at this moment, for the device at hand. */
export function tell(notices: readonly Notice[]): void {
  const { session } = useSession.getState()
  if (session.state !== 'SIGNED_IN') return
  const told = toldTo(session.user, isPhone() ? 'phone' : 'computer', notices)
  if (told.notices.length === 0) return
  if (told.isShown) for (const notice of told.notices) show(notice)
  if (told.isHeard) notifyWithSound()
  notifyInTitle(told.notices.length)
}

const isPhone = (): boolean => globalThis.matchMedia?.('(max-width: 899px)').matches ?? false

/** Who does not want to hear of trading still hears of new RFQs: they are why one is here. */
export function toldTo(user: Flags, device: 'computer' | 'phone', notices: readonly Notice[]) {
  const isOnPhone = device === 'phone'
  return {
    notices: user.trading_notifications_enabled ? notices : notices.filter(({ key }) => key === NEW_RFQ),
    isShown: isOnPhone ? user.visual_mobile_notifications_enabled : user.visual_notifications_enabled,
    isHeard: isOnPhone ? user.audio_mobile_notifications_enabled : user.audio_notifications_enabled,
  }
}
type Flags = Pick<UserView, Extract<keyof UserView, `${string}_notifications_enabled`>>

const NEW_RFQ = 'new-rfq'

function show({ rfqId, openIt = () => rfqId !== undefined && open(rfqId), ...message }: Notice): void {
  toast({ ...message, open: openIt })
  notifyOnDesktop(message, openIt)
}

export function noticesOf(before: Live, after: Live, heard: Heard): readonly Notice[] {
  return [
    ...requestNotices(before, heard),
    ...quoteNotices(before, after, heard),
    ...closingNotices(before, heard),
    ...tradeNotices(before, heard),
  ]
}

const words = (rfq: Pick<RfqView, 'venue' | 'base_currency' | 'description' | 'quantity'>) =>
  `${rfq.venue} · ${rfq.base_currency} · ${rfq.quantity} × ${rfq.description.replace(/\s+/g, ' ')}`

function requestNotices(before: Live, heard: Heard): readonly Notice[] {
  return heard.rfqs.flatMap((change) => {
    if (change.event !== 'ADDED' || change.data.role !== 'MAKER' || change.data.state !== 'OPEN' || before.rfqs.has(change.data.id))
      return []
    const from = change.data.taker_desk_name ?? 'an anonymous desk'
    return [{ key: NEW_RFQ, tone: 'info', title: `New RFQ from ${from}`, text: words(change.data), rfqId: change.data.id }]
  })
}

/** The first quote of each RFQ, not every change of it. */
function quoteNotices(before: Live, after: Live, heard: Heard): readonly Notice[] {
  return heard.quotes.flatMap((change) => {
    if (change.event !== 'ADDED' || before.quotesByRfq.has(change.data.rfq_id)) return []
    const rfq = after.rfqs.get(change.data.rfq_id)
    if (rfq === undefined || rfq.role !== 'TAKER' || rfq.state !== 'OPEN') return []
    const side = change.data.side === 'BUY' ? 'Bid' : 'Ask'
    return [
      {
        key: `quote-${rfq.id}`,
        tone: 'info',
        title: `${side} ${change.data.price} for ${change.data.quantity}`,
        text: words(rfq),
        rfqId: rfq.id,
      },
    ]
  })
}

/** For a maker that was quoting: the RFQ has traded with somebody else. */
function closingNotices(before: Live, heard: Heard): readonly Notice[] {
  return heard.rfqs.flatMap((change) => {
    if (change.event === 'SNAPSHOT') return []
    const { id, state, closed_reason, role, traded } = change.data
    if (state !== 'CLOSED' || closed_reason !== 'EXECUTION_LIMIT' || role !== 'MAKER' || traded) return []
    if (before.rfqs.get(id)?.state === 'CLOSED' || !before.ordersByRfq.has(id)) return []
    return [{ key: `closed-${id}`, tone: 'warn', title: 'Traded away', text: words(change.data), rfqId: id }]
  })
}

function tradeNotices(before: Live, heard: Heard): readonly Notice[] {
  return heard.trades.flatMap((change) => {
    if (change.event === 'SNAPSHOT' || before.trades.get(change.data.id)?.state === change.data.state) return []
    return [tradeNotice(change.data)]
  })
}

function tradeNotice(trade: BlockTradeView): Notice {
  const about = { key: `trade-${trade.id}`, rfqId: trade.rfq_id }
  const did = `${trade.side === 'BUY' ? 'Bought' : 'Sold'} ${trade.quantity} @ ${trade.price}`
  const other = trade.counterparty_desk_name ?? 'anonymous'
  const text = `${trade.description.replace(/\s+/g, ' ')} · ${other}`
  switch (trade.state) {
    case 'PENDING_SETTLEMENT':
      return { ...about, tone: 'info', title: `${did}, settling`, text: `${text} · settling on ${trade.venue}` }
    case 'FILLED':
      return { ...about, tone: 'done', title: `${did}, filled`, text: `${text} · settled on ${trade.venue}` }
    case 'REJECTED':
      return {
        ...about,
        tone: 'refused',
        title: `${trade.venue} refused the trade`,
        text: `${trade.rejection ?? 'No reason was given.'} · ${text}`,
      }
  }
}

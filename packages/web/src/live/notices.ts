/** Notices for the user, derived from the changes between two frames. Pure except for `announce`, which shows them. */
import { type CancelCause, isResting, type Order, type Rfq, type Trade } from '@parley/client'
import type { UserView } from '@parley/contracts'
import { type Counted, foldToastsOf, keepMessage, type NextPress, toast, type ToastTone } from '../components/toasts.ts'
import { audienceLook } from './audiences.ts'
import { notifyInTitle, notifyOnDesktop, notifyWithSound, type SoundEvent, soundEvents } from './attention.ts'
import { type Preferences, preferencesNow } from './preferences.ts'
import { rejectionText } from './venue-rejection-text.ts'
import { isCancelledHere } from './locally-cancelled.ts'
import { useSession } from './session.ts'
import { choiceOf, type RfqChoice } from './screen-state.ts'
import type { FrameChanges, Live } from './store.ts'

export type Notice = {
  /** Notices with the same key replace each other. */
  readonly key: string
  /** Fills and warnings have a card. RFQs and quotes arrive all day, so they have only their row, the count in the title and a sound. */
  readonly of: SoundEvent
  readonly tone: ToastTone
  readonly title: string
  readonly text: string
  /** When it happened, by the server's clock. Without it, when it arrived. */
  readonly at?: number | undefined
  /** The RFQ that it is about. */
  readonly rfq?: RfqChoice
  /** The follow-up action. */
  readonly next?: NextStep | undefined
  /** Set if its subject is not an RFQ. */
  readonly openIt?: () => void
  readonly counted?: Counted
  /** Shown whatever the user has switched off, because their quotes are gone. */
  readonly isNeverSilenced?: true
}

/** Opens an RFQ from any screen. The shell provides the function. */
let open: (rfq: RfqChoice) => void = () => undefined
export const onNoticeOpened = (listener: typeof open): void => void (open = listener)

/** The action offered by a notice: the same RFQ again, or resetting a freeze. */
export type NextStep =
  | { readonly kind: 'ASK_AGAIN'; readonly rfq: Rfq }
  | { readonly kind: 'RESET'; readonly product: string; readonly limit: string }

/** Turns an action into a button. Undefined if it is not possible. The shell provides the function. */
let pressOf: (step: NextStep) => NextPress | undefined = () => undefined
export const takeNextStepsBy = (given: typeof pressOf): void => void (pressOf = given)

export const announce = (before: Live, after: Live, received: FrameChanges): void => publish(noticesOf(before, after, received))

/** A card is removed with the row of its RFQ. */
export function foldEnded(before: Pick<Live, 'rfqs'>, after: Pick<Live, 'rfqs'>): void {
  if (before.rfqs === after.rfqs) return
  const gone = new Set([...before.rfqs.keys()].filter((id) => !after.rfqs.has(id)))
  if (gone.size > 0) foldToastsOf(gone)
}

/** According to the user's current settings for this device. */
export function publish(notices: readonly Notice[]): void {
  const { session } = useSession.getState()
  if (session.state !== 'SIGNED_IN') return
  const due = noticesFor(session.user, isPhone() ? 'phone' : 'computer', notices)
  if (due.notices.length === 0) return
  for (const notice of due.notices) (due.isShown || notice.isNeverSilenced ? show : keepUnseen)(notice)
  const sound = due.hasSound ? soundOf(preferencesNow(), due.notices) : undefined
  if (sound !== undefined) notifyWithSound(sound)
  notifyInTitle(due.notices.length)
}

/** The user's choice of sounds, stored with their preferences. Events without a choice have a sound. */
export function isSoundOn(preferences: Preferences, of: SoundEvent): boolean {
  const { sounds } = preferences
  return !(typeof sounds === 'object' && sounds !== null && (sounds as Readonly<Record<string, unknown>>)[of] === false)
}

/** The most important event whose sound is not switched off. */
export const soundOf = (preferences: Preferences, notices: readonly Pick<Notice, 'of'>[]): SoundEvent | undefined =>
  soundEvents.find((event) => isSoundOn(preferences, event) && notices.some(({ of }) => of === event))

const isPhone = (): boolean => globalThis.matchMedia?.('(max-width: 899px)').matches ?? false

/** New RFQs are also announced to users who have turned trading notices off, because they are the purpose of the screen. */
export function noticesFor(user: Flags, device: 'computer' | 'phone', notices: readonly Notice[]) {
  const isOnPhone = device === 'phone'
  return {
    notices: user.trading_notifications_enabled
      ? notices
      : notices.filter(({ key, isNeverSilenced }) => key === NEW_RFQ || isNeverSilenced),
    isShown: isOnPhone ? user.visual_mobile_notifications_enabled : user.visual_notifications_enabled,
    hasSound: isOnPhone ? user.audio_mobile_notifications_enabled : user.audio_notifications_enabled,
  }
}
type Flags = Pick<UserView, Extract<keyof UserView, `${string}_notifications_enabled`>>

const NEW_RFQ = 'new-rfq'

function show(notice: Notice): void {
  const press = notice.next === undefined ? undefined : pressOf(notice.next)
  const card = cardOf(notice)
  if (hasCard(notice)) toast({ ...card, ...(press === undefined ? {} : { next: [press] }), counted: notice.counted })
  notifyOnDesktop(card, card.open)
}

/** If a user has turned cards off, they are under the bell, and its dot shows that there are new ones. */
const keepUnseen = (notice: Notice): void => void (hasCard(notice) && keepMessage(cardOf(notice)))

const hasCard = ({ of }: Notice): boolean => of === 'FILL' || of === 'WARNING'

const cardOf = ({ key, tone, title, text, at, rfq, openIt = () => rfq !== undefined && open(rfq) }: Notice) =>
  ({ key, tone, title, text, at, about: { rfqId: rfq?.id }, open: openIt }) as const

export function noticesOf(before: Live, after: Live, received: FrameChanges): readonly Notice[] {
  return [
    ...requestNotices(before, received),
    ...quoteNotices(before, after, received),
    ...closingNotices(before, received),
    ...tradeNotices(before, received),
    ...lossNotices(before, received),
    ...canceledRfqNotices(before, received),
  ]
}

type NoticeNames = {
  readonly ofRfq: (rfq: Rfq) => string
  readonly ofDescription: (description: string) => string
  readonly price: (price: string, of: Pick<Rfq, 'productCodes'>) => string
  readonly quantity: (quantity: string) => string
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
/** The published names by default. The shell provides the names used elsewhere on the screen. */
let names: NoticeNames = {
  ofRfq: ({ description }) => oneLine(description),
  ofDescription: oneLine,
  price: (price) => price,
  quantity: (quantity) => quantity,
}
export const nameNoticesBy = (given: NoticeNames): void => void (names = given)

const words = (rfq: Rfq) =>
  `${rfq.venue} · ${rfq.baseCurrency} · ${rfq.quantity === undefined ? '' : `${names.quantity(rfq.quantity)} × `}${names.ofRfq(rfq)}`

/** `DBT · BTC · 25 × CSpd …`, for notices about one RFQ. */
export const nameOfRfq = words

/** ` by Ada Moreau`, or the automatic cause. Empty if another desk's action or its time ended it. */
export function endOfRfq({ cancelCause, canceledBy }: Pick<Rfq, 'cancelCause' | 'canceledBy'>): string {
  const why = cancelCause === undefined ? undefined : (lossTitles[cancelCause] ?? (canceledBy && `by ${canceledBy.name}`))
  return why === undefined ? '' : ` ${why}`
}

/** Makers are asked by name only in direct RFQs. An order book is open to all desks. */
function requestNotices(before: Live, received: FrameChanges): readonly Notice[] {
  return received.rfqs.flatMap(({ event, data: rfq }) => {
    if (event !== 'ADDED' || rfq.audience !== 'DIRECT' || rfq.role !== 'MAKER' || rfq.state !== 'OPEN' || before.rfqs.has(rfq.id)) return []
    const from = rfq.takerDeskName ?? 'an anonymous desk'
    return [{ key: NEW_RFQ, of: 'REQUEST', tone: 'info', title: `New RFQ from ${from}`, text: words(rfq), rfq: choiceOf(rfq) }]
  })
}

/** The first quote of each RFQ, not every change. */
function quoteNotices(before: Live, after: Live, received: FrameChanges): readonly Notice[] {
  return received.levels.flatMap(({ event, data: level }) => {
    if (event !== 'ADDED' || level.audience !== 'DIRECT' || before.levelsByRfq.has(level.rfqId)) return []
    const rfq = after.rfqs.get(level.rfqId)
    if (rfq === undefined || rfq.role !== 'TAKER' || rfq.state !== 'OPEN') return []
    const title = `${level.side === 'BUY' ? 'Bid' : 'Ask'} ${names.price(level.price, rfq)} for ${names.quantity(level.quantity)}`
    return [{ key: `quote-${rfq.id}`, of: 'QUOTE', tone: 'info', title, text: words(rfq), rfq: choiceOf(rfq) }]
  })
}

/** For a maker that was quoting: the RFQ has traded with another desk. */
function closingNotices(before: Live, received: FrameChanges): readonly Notice[] {
  return received.rfqs.flatMap((change) => {
    if (change.event === 'SNAPSHOT') return []
    const { id, state, closedReason, role, traded } = change.data
    if (state !== 'CLOSED' || closedReason !== 'EXECUTION_LIMIT' || role !== 'MAKER' || traded) return []
    if (before.rfqs.get(id)?.state === 'CLOSED' || !before.ordersByRfq.has(id)) return []
    return [{ key: `closed-${id}`, of: 'QUOTE', tone: 'warn', title: 'Traded away', text: words(change.data), rfq: choiceOf(change.data) }]
  })
}

/**
 * Cancellations that no user requested and no other part of the screen shows: a lost connection, the dead man's switch, lost access (rulebook
 * 8.11).
 */
const lossTitles: Partial<Readonly<Record<CancelCause, string>>> = {
  DISCONNECT: 'because a connection was lost',
  DEAD_MAN: 'by the dead man’s switch',
  ACCESS_ENDED: 'because their owner lost access',
}

/**
 * The colleague who cancelled another person's order (rulebook 8.14). Undefined if it was the owner or this window, or if a limit or the end of an
 * RFQ caused it, which have their own messages.
 */
const pullerOf = (order: Order): string | undefined =>
  order.cancelCause === 'PROTECTION' || order.cancelCause === 'RFQ_CANCELED' || isCancelledHere(order.id) ? undefined : cancelerOf(order)

function cancelerOf({ canceledBy, cancelCause }: Pick<Order, 'canceledBy' | 'cancelCause'>): string | undefined {
  if (canceledBy === undefined || canceledBy.isSender) return undefined
  return `by ${canceledBy.name}${cancelCause === 'TRADING_STOPPED' ? ' (kill switch)' : ''}`
}

/** One message for everything that one cause or person cancelled at the same time. */
export function lossNotices(before: Pick<Live, 'orders'>, received: Pick<FrameChanges, 'orders'>): readonly Notice[] {
  const lost = received.orders.flatMap((change) => {
    if (change.event === 'SNAPSHOT') return []
    const { data: order } = change
    const held = before.orders.get(order.id)
    const isLost = held !== undefined && isResting(held) && Number(order.canceled) > Number(held.canceled)
    const why = isLost && order.cancelCause !== undefined ? (lossTitles[order.cancelCause] ?? pullerOf(order)) : undefined
    return why === undefined ? [] : [{ order, why }]
  })
  return [...Map.groupBy(lost, ({ why }) => why)].map(([why, orders]) => {
    const { order } = orders[0]!
    const titleOf = (count: number) => `${count === 1 ? '1 order' : `${count} orders`} cancelled ${why}`
    const textOf = (count: number) =>
      `${order.venue} · ${names.ofDescription(order.description)}${count === 1 ? '' : ` and ${count - 1} more`}`
    const count = orders.length
    const rfq = { audience: order.audience, id: order.rfqId }
    return {
      ...{ key: `lost-${why}`, of: 'WARNING' as const, tone: 'warn' as const, rfq },
      ...{ title: titleOf(count), text: textOf(count), counted: { count, titleOf, textOf } },
    }
  })
}

/** RFQs of the desk that were cancelled by a colleague or automatically. The orders in them have no message of their own. */
export function canceledRfqNotices(before: Pick<Live, 'rfqs'>, received: Pick<FrameChanges, 'rfqs'>): readonly Notice[] {
  const lost = received.rfqs.flatMap((change) => {
    if (change.event === 'SNAPSHOT') return []
    const { data: rfq } = change
    if (rfq.state !== 'CLOSED' || rfq.role !== 'TAKER' || rfq.cancelCause === undefined) return []
    if (before.rfqs.get(rfq.id)?.state !== 'OPEN') return []
    const why = lossTitles[rfq.cancelCause] ?? (isCancelledHere(rfq.id) ? undefined : cancelerOf(rfq))
    return why === undefined ? [] : [{ rfq, why }]
  })
  return [...Map.groupBy(lost, ({ why }) => why)].map(([why, rfqs]) => {
    const { rfq } = rfqs[0]!
    return {
      ...{ key: `canceled-${why}`, of: 'WARNING' as const, tone: 'warn' as const, rfq: choiceOf(rfq) },
      ...(rfqs.length === 1 ? { next: { kind: 'ASK_AGAIN' as const, rfq } } : {}),
      ...{ title: `${rfqs.length === 1 ? 'RFQ' : `${rfqs.length} RFQs`} cancelled ${why}`, text: words(rfq) },
    }
  })
}

/** The desk's own trades, each time the venue reports progress. */
export function tradeNotices(before: Pick<Live, 'trades'>, received: Pick<FrameChanges, 'trades'>): readonly Notice[] {
  return received.trades.flatMap((change) => {
    if (change.event === 'SNAPSHOT' || before.trades.get(change.data.id)?.state === change.data.state) return []
    return [tradeNotice(change.data)]
  })
}

function tradeNotice(trade: Trade): Notice {
  const { audience, rfqId, venue } = trade
  const at = trade.state === 'FILLED' ? (trade.filledAt ?? trade.executedAt) : trade.executedAt
  // A rejection has no time of its own.
  const about = { key: `trade-${trade.id}`, rfq: { audience, id: rfqId }, ...(trade.state === 'REJECTED' ? {} : { at }) }
  const did = `${trade.side === 'BUY' ? 'Bought' : 'Sold'} ${names.quantity(trade.quantity)} @ ${names.price(trade.price, trade)}`
  const { booking } = trade
  const { namesInNotices, unnamed } = audienceLook[audience]
  const other = namesInNotices ? ` · ${trade.counterpartyDeskName ?? unnamed.toLowerCase()}` : ''
  const text = names.ofDescription(trade.description) + other
  switch (trade.state) {
    case 'PENDING_SETTLEMENT':
      if (booking !== undefined)
        return {
          ...about,
          of: 'WARNING',
          tone: 'warn',
          title: `${did}: book it at ${venue}`,
          text: namesInNotices ? text : `${text} · ${booking.deskName}`,
        }
      return { ...about, of: 'FILL', tone: 'info', title: `${did}, settling`, text: `${text} · settling on ${venue}` }
    case 'FILLED':
      return { ...about, of: 'FILL', tone: 'done', title: `${did}, filled`, text: `${text} · settled on ${venue}` }
    case 'REJECTED':
      return {
        ...about,
        of: 'WARNING',
        tone: 'refused',
        title: booking === undefined ? `${venue} rejected the trade` : 'The trade was not booked',
        text: `${rejectionText(trade)} · ${text}`,
      }
  }
}

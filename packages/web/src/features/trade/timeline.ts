/** The events of an RFQ in order, as the card's timeline shows them. Pure. */
import { displayRfq, priceText, quantityText } from '@parley/core'
import type { RfqRecord, Trade } from '@parley/client'
import { rfqCancelReasonText } from '../rfq/cancel-reasons.ts'
import { preciseText } from '../../components/time-text.ts'
import { rejectionText } from '../../live/venue-rejection-text.ts'
import { secondsText } from './roll-call.ts'

export type TimelineMoment = {
  readonly name: string
  readonly at: number
  readonly detail: string
  readonly tone: 'plain' | 'warn' | 'mine' | 'done'
}

/** Sorted last. */
export const NO_TIME = Number.MAX_SAFE_INTEGER

/** The maximum number of unfilled orders that are shown individually. */
const MOST_UNFILLED = 3

export function timelineOf(record: RfqRecord, decimals: number): readonly TimelineMoment[] {
  const { rfq, askedAt, makers, changes, unfilled, deals } = record
  const first = changes[0]
  const count = makers.length === 1 ? '1 maker' : `${makers.length} makers`
  const asked = rfq.role === 'TAKER' ? count : (rfq.takerDeskName ?? 'Anonymous')
  const moments: TimelineMoment[] = [
    { name: 'Asked', at: askedAt, detail: asked, tone: 'plain' },
    ...(first === undefined || record.changesLeftOut > 0
      ? []
      : [{ name: 'First quote', at: first.at, detail: `${first.deskName}, ${secondsText(first.at - askedAt)}`, tone: 'plain' } as const]),
    ...unfilled.slice(-MOST_UNFILLED).map(({ createdAt, side, quantity, price }) => ({
      ...{ name: 'Not filled', at: createdAt, tone: 'warn' as const },
      detail: `${quantityText(quantity)} ${side === 'BUY' ? '≤' : '≥'} ${priceText(price, decimals)}`,
    })),
    ...deals.flatMap(({ at, trades }) => [...agreedOf(at, trades), ...trades.flatMap(settledOf)]),
    ...endOf(record),
  ]
  return moments.toSorted((a, b) => a.at - b.at)
}

/** A trade that the venue rejected afterwards was agreed, but never traded. */
function agreedOf(at: number, trades: readonly Trade[]): readonly TimelineMoment[] {
  const [refused, traded] = [true, false].map((isRefused) => trades.filter(({ state }) => (state === 'REJECTED') === isRefused))
  const sum = (some: readonly Trade[]) => some.map(({ quantity }) => quantityText(quantity)).join(' + ')
  return [
    ...(traded!.length === 0 ? [] : [{ name: 'Traded', at, detail: sum(traded!), tone: 'mine' as const }]),
    ...(refused!.length === 0 ? [] : [{ name: 'Agreed', at, detail: sum(refused!), tone: 'plain' as const }]),
  ]
}

function settledOf(trade: Trade): readonly TimelineMoment[] {
  const { state, filledAt, venueTradeId } = trade
  if (state === 'FILLED' && filledAt !== undefined) return [{ name: 'Settled', at: filledAt, detail: venueTradeId ?? '', tone: 'done' }]
  // The wire does not contain the time of a rejection, so it is shown with the trade and without a time.
  return state === 'REJECTED' ? [{ name: 'Rejected', at: NO_TIME, detail: rejectionText(trade), tone: 'warn' }] : []
}

/** A filled RFQ ended with its settlement. */
function endOf({ rfq }: RfqRecord): readonly TimelineMoment[] {
  if (rfq.state !== 'CLOSED' || rfq.closedReason === 'EXECUTION_LIMIT') return []
  const { state, closedReason, role, traded } = rfq
  const name = displayRfq({ state, closedReason: closedReason ?? null, role: role ?? 'MAKER', traded })
  return [{ name, at: rfq.updatedAt, detail: rfqCancelReasonText(rfq) ?? '', tone: 'plain' }]
}

/** `12:16:30.200`, or a dash if the wire has no time for it. */
export const timelineText = (at: number): string => (at === NO_TIME ? '—' : preciseText(at))

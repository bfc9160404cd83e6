/** Why a quote was cancelled, as the end of a sentence that begins with the quote (rulebook 8.11). Pure. */
import type { CancelCause, Order, Rfq, UnfilledReason } from '@parley/client'

/** Information from the screen itself, in addition to the order. */
export type PulledBy = {
  /** The name of the person, program or limit that the server shows to their own desk. */
  readonly name?: string | undefined
  /** Whether it was cancelled in this window. Undefined if that is not known, as in a history. */
  readonly isCancelledHere: boolean | undefined
  /** The limit that has just triggered in a product of the order. */
  readonly limit: string | undefined
  /** The person who stopped trading, while it is stopped. */
  readonly stoppedBy: string | undefined
}

export const nothingKnown: PulledBy = { isCancelledHere: undefined, limit: undefined, stoppedBy: undefined }

const words: Readonly<Record<CancelCause, (by: PulledBy) => string>> = {
  USER: ({ isCancelledHere, name }) => {
    if (isCancelledHere === true) return 'by you'
    if (name !== undefined) return `by ${name}`
    return isCancelledHere === undefined ? 'by your desk' : 'by your desk, in another window or by a program'
  },
  MASS_CANCEL: ({ isCancelledHere, name }) =>
    isCancelledHere === true
      ? 'by you, in a mass cancel'
      : name === undefined
        ? 'by your desk, in a mass cancel'
        : `by ${name}, in a mass cancel`,
  DISCONNECT: () => 'because its connection was lost',
  DEAD_MAN: () => 'by the dead man’s switch',
  TRADING_STOPPED: ({ stoppedBy, name = stoppedBy }) => (name === undefined ? 'by the kill switch' : `by ${name} (kill switch)`),
  ACCESS_ENDED: () => 'because its owner lost access',
  DECLINED: ({ name }) => (name === undefined ? 'because your desk declined' : `because ${name} declined`),
  PROTECTION: ({ name, limit = name }) => (limit === undefined ? 'by a protection of your desk' : `by ${limit}`),
  RFQ_FILLED: () => 'because the RFQ is filled',
  RFQ_EXPIRED: () => 'because the RFQ has expired',
  RFQ_CANCELED: () => 'because the taker cancelled the RFQ',
  INSTRUMENT_EXPIRED: () => 'because a leg has expired',
  LIFETIME_ENDED: () => 'because there was no activity for a day',
  NOT_FILLED_AT_ONCE: () => 'because it did not fill immediately',
  BELOW_BLOCK_MINIMUM: () => 'because less than the minimum block was left',
  ABOVE_REMAINING: () => 'because it exceeded the RFQ’s remaining quantity',
  SETTLEMENT_REJECTED: () => 'because the venue rejected its trade',
  REPLACED: () => 'by the order that replaced it',
  OWN_ORDER: () => 'by self-trade prevention',
  OUTSIDE_BAND: () => 'because the venue’s price limits allowed no leg prices',
  TRADE_REJECTED: () => 'because the venue rejected one of its trades',
}

/** `by q30`, or empty if the server gives no cause. */
export const cancelReasonText = (cause: CancelCause | undefined, by: PulledBy = nothingKnown): string =>
  cause === undefined ? '' : words[cause](by)

const unfilled: Readonly<Record<UnfilledReason, string>> = {
  NO_LIQUIDITY: 'nothing was available within its limit',
  NOT_ENOUGH_LIQUIDITY: 'too little was available within its limit',
  BELOW_BLOCK_MINIMUM: 'a part would have been less than the minimum block',
  COUNTERPARTY_LIMIT: 'another desk allowed less than it showed',
}

/** Why an order that never rests did not trade in full, as the server recorded it (rulebook 8.18). Undefined if it sent no reason. */
export const unfilledText = ({ unfilledReason: reason }: Pick<Order, 'unfilledReason'>): string | undefined =>
  reason === undefined ? undefined : unfilled[reason]

type Ended = Pick<Order, 'canceled' | 'cancelCause'> & Partial<Pick<Order, 'agreed' | 'canceledBy' | 'unfilledReason' | 'refusal'>>

/** The Reason column, a sentence of its own: why the order was cancelled, was not filled, or was rejected. A fill has none. */
export function reasonText({ agreed = '0', canceled, cancelCause, canceledBy, unfilledReason, refusal }: Ended): string {
  if (refusal !== undefined) return refusal
  if (Number(canceled) === 0 || cancelCause === undefined) return ''
  const notWhole = cancelCause === 'NOT_FILLED_AT_ONCE' ? unfilledText({ unfilledReason }) : undefined
  const isPart = Number(agreed) > 0
  if (notWhole !== undefined) return `${isPart ? 'Rest not filled' : 'Not filled'}: ${notWhole}`
  return `${isPart ? 'Rest cancelled' : 'Cancelled'} ${cancelReasonText(cancelCause, { ...nothingKnown, name: canceledBy?.name })}`
}

/** `by Lena Fox (kill switch)`, for an RFQ that the viewer's own desk cancelled. Undefined if the server gives no cause. */
export const rfqCancelReasonText = ({ cancelCause, canceledBy }: Pick<Rfq, 'cancelCause' | 'canceledBy'>): string | undefined =>
  cancelCause === undefined ? undefined : cancelReasonText(cancelCause, { ...nothingKnown, name: canceledBy?.name })

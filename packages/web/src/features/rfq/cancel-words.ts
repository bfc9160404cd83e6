/** The cause for which a quote was pulled, for the end of a sentence that begins with the quote (rulebook 8.11). Pure. */
import type { CancelCause, Order, Rfq } from '@parley/client'

/** The screen's own knowledge of the moment, beside the order itself. */
export type PulledBy = {
  /** The person, program or limit as the server names them to their own desk. */
  readonly name?: string | undefined
  /** Whether the press that pulled it was made in this window; undefined where that is not known, as in a history. */
  readonly isPulledHere: boolean | undefined
  /** The limit that had just triggered in a product of the order. */
  readonly limit: string | undefined
  /** The person who stopped trading, while it is stopped. */
  readonly stoppedBy: string | undefined
}

export const nothingKnown: PulledBy = { isPulledHere: undefined, limit: undefined, stoppedBy: undefined }

const words: Readonly<Record<CancelCause, (by: PulledBy) => string>> = {
  USER: ({ isPulledHere, name }) => {
    if (isPulledHere === true) return 'by you'
    if (name !== undefined) return `by ${name}`
    return isPulledHere === undefined ? 'by your desk' : 'by your desk, in another window or by a program'
  },
  MASS_CANCEL: ({ isPulledHere, name }) =>
    isPulledHere === true ? 'by you, with others' : name === undefined ? 'with others, by your desk' : `by ${name}, with others`,
  DISCONNECT: () => 'because its connection was cut',
  DEAD_MAN: () => 'by the dead man’s switch',
  TRADING_STOPPED: ({ stoppedBy, name = stoppedBy }) => (name === undefined ? 'by the kill switch' : `by ${name} (kill switch)`),
  ACCESS_ENDED: () => 'because the access of its owner ended',
  DECLINED: ({ name }) => (name === undefined ? 'because your desk declined' : `because ${name} declined`),
  PROTECTION: ({ name, limit = name }) => (limit === undefined ? 'by a protection of your desk' : `by ${limit}`),
  RFQ_FILLED: () => 'because the RFQ is filled',
  RFQ_EXPIRED: () => 'because the RFQ has expired',
  RFQ_CANCELED: () => 'because the taker canceled the RFQ',
  INSTRUMENT_EXPIRED: () => 'because a leg has expired',
  LIFETIME_ENDED: () => 'because nobody touched it for a day',
  NOT_FILLED_AT_ONCE: () => 'because it did not fill at once',
  BELOW_BLOCK_MINIMUM: () => 'because less than a block was left of it',
  ABOVE_REMAINING: () => 'because less than that remains of the RFQ',
  SETTLEMENT_REJECTED: () => 'because the venue rejected its trade',
  REPLACED: () => 'by the order that replaced it',
  OWN_ORDER: () => 'by an order of your own that would have met it',
  OUTSIDE_BAND: () => 'because the venue’s limits left no leg prices for it',
  TRADE_REJECTED: () => 'because the venue rejected a trade of it',
}

/** `by q30`; empty where the server gives no cause. */
export const causeWords = (cause: CancelCause | undefined, by: PulledBy = nothingKnown): string =>
  cause === undefined ? '' : words[cause](by)

/** The cause as a column says it, or why it was refused; a fill has none. */
export const reasonText = ({
  canceled,
  cancelCause,
  canceledBy,
  refusal,
}: Pick<Order, 'canceled' | 'cancelCause'> & Partial<Pick<Order, 'canceledBy' | 'refusal'>>): string =>
  refusal ?? (Number(canceled) > 0 ? causeWords(cancelCause, { ...nothingKnown, name: canceledBy?.name }) : '')

/** `by Lena Fox (kill switch)`, of an RFQ that the reader's own desk cancelled; undefined where the server gives no cause. */
export const rfqCancelWords = ({ cancelCause, canceledBy }: Pick<Rfq, 'cancelCause' | 'canceledBy'>): string | undefined =>
  cancelCause === undefined ? undefined : causeWords(cancelCause, { ...nothingKnown, name: canceledBy?.name })

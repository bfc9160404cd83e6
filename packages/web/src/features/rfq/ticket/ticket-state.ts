/** The state of the RFQ at the head of the ticket, for the viewing desk. Pure; undefined while it is simply open. */
import { displayRfq, type DisplayStatus, lifetimeOf, lifetimeText, priceDecimals, priceText, quantityText } from '@parley/core'
import type { Order, TapeTrade, Trade } from '@parley/client'
import type { DirectRfq } from '../../../live/audiences.ts'
import { groupedText } from '../../market-data/figure-text.ts'
import { rfqCancelWords } from '../cancel-words.ts'

export type StateNotice = { readonly tone: 'plain' | 'mine' | 'danger'; readonly title: string; readonly text: string }

type RfqFacts = {
  readonly trades: readonly Trade[]
  readonly orders: readonly Order[]
  /** The settled trade of this RFQ on the public tape. */
  readonly tape: TapeTrade | undefined
}

export function stateNoticeOf(rfq: DirectRfq, known: RfqFacts): StateNotice | undefined {
  const { trades } = known
  const pending = trades.filter((trade) => trade.state === 'PENDING_SETTLEMENT')
  if (pending.length > 0)
    return {
      tone: 'mine',
      title: `Dealt, settling at ${rfq.venue}`,
      text: 'Both desks are bound. The venue checks the margins and books both sides; there is nothing to do but wait.',
    }
  const rejected = trades.findLast((trade) => trade.state === 'REJECTED')
  const isLastWord = rejected !== undefined && trades.every((trade) => trade.executedAt <= rejected.executedAt)
  if (isLastWord && rfq.state !== 'DRAFT')
    return {
      tone: 'danger',
      title: `Rejected by ${rfq.venue}`,
      text: `“${rejected.rejection ?? 'no reason given'}” Nothing was traded${rfq.state === 'OPEN' ? '; the RFQ is still open.' : '.'}`,
    }
  const status = displayRfq({ state: rfq.state, closedReason: rfq.closedReason ?? null, role: rfq.role, traded: rfq.traded })
  return stateNotices[status](rfq, known)
}

const stateNotices: Readonly<Record<DisplayStatus, (rfq: DirectRfq, known: RfqFacts) => StateNotice | undefined>> = {
  Active: () => undefined,
  Draft: () => ({ tone: 'plain', title: 'Draft', text: 'Nobody has been asked yet: makers know nothing of it until it is sent.' }),
  Filled: (rfq) => ({
    tone: 'mine',
    title: 'Filled',
    text: `${quantityText(rfq.filled ?? rfq.quantity)} of ${quantityText(rfq.quantity)} settled at ${rfq.venue}.`,
  }),
  'Trd Away': (rfq, known) => ({ tone: 'plain', title: 'Traded away', text: tradedAway(rfq, known) }),
  Expired: (rfq) => ({
    tone: 'plain',
    title: 'Expired',
    text: `${filledPart(rfq)}Its time is over, ${lifetimeText(lifetimeOf(rfq))}; quotes in it are gone.`,
  }),
  Canceled: (rfq) => ({
    tone: 'plain',
    title: 'Canceled',
    text: `${filledPart(rfq)}${takenBack(rfq)}; quotes in it are gone.`,
  }),
  Closed: () => ({ tone: 'plain', title: 'Closed', text: 'Nothing more can be done here.' }),
}

function takenBack(rfq: DirectRfq): string {
  const by = rfqCancelWords(rfq)
  return by === undefined ? `${rfq.role === 'TAKER' ? 'Your desk' : 'The taker'} took it back` : `Taken back ${by}`
}

const filledPart = (rfq: DirectRfq): string =>
  Number(rfq.filled ?? 0) > 0 ? `${quantityText(rfq.filled!)} of ${quantityText(rfq.quantity)} was filled. ` : ''

/** The tape has no parties, but it has the price; beside it stands what the desk itself had quoted. */
function tradedAway(rfq: DirectRfq, { orders, tape }: RfqFacts): string {
  if (tape === undefined) return 'The taker dealt with another desk; the price is on the tape once it has settled.'
  const decimals = priceDecimals(rfq)
  const verb = tape.side === 'BUY' ? 'bought' : 'sold'
  const mine = orders.findLast((order) => order.kind === 'QUOTE' && order.side !== tape.side)
  const traded = `The taker ${verb} ${quantityText(tape.quantity)} at ${priceText(tape.price, decimals)}.`
  if (mine === undefined) return `${traded} You had no ${tape.side === 'BUY' ? 'ask' : 'bid'} in it.`
  const behind = Math.abs(Number(mine.price) - Number(tape.price))
  const word = tape.side === 'BUY' ? 'ask' : 'bid'
  return `${traded} Your ${word} was ${priceText(mine.price, decimals)}, ${behind === 0 ? 'the same price, later' : `${groupedText(behind, decimals)} away`}.`
}

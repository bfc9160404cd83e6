/**
 * The sockets at /v1/grfq/ and /v1/ob/: JSON-RPC 2.0 as at /v2/drfq/. The data of these channels is `{kind, <object>}`. Kinds are upper case, and the
 * object is the member named after the kind.
 */
import { z } from 'zod'
import { PlatformState } from '../drfq/entities.ts'
import { BookQuote, GroupBbo, GroupBook, GroupOrder, GroupQuote, GroupRfq, GroupTapeTrade, GroupTrade } from './entities.ts'
import { perpetualChannels } from '../perpetuals/channels.ts'
import { announcementChannels } from '../account/announcements.ts'
import { positionChannels } from '../positions/channels.ts'
import { protectionChannels } from '../protection/channels.ts'
import { feeChannels } from '../reconciliation/channels.ts'

export const groupChannels = {
  rfq: { summary: 'Markets: ADDED when opened, UPDATED, REMOVED when ended.', data: z.object({ kind: z.enum(['ADDED', 'UPDATED', 'REMOVED']), rfq: GroupRfq }), also: ['rfqs'] }, // prettier-ignore
  quote: {
    summary:
      "Your desk's own quotes, with what has happened: NEW; PENDING_FILL on a fill, with status OPEN if some of the quote still rests; CANCELED as soon as its last resting part was cancelled; UPDATED when it is replaced or partly settled; FILLED when it is fully settled.",
    data: z.object({
      kind: z.enum(['NEW', 'UPDATED', 'PENDING_FILL', 'CANCELED', 'FILLED']),
      quote: GroupQuote,
      venue_error: z.string().optional(),
    }),
    also: ['quotes'],
  },
  quote_book: {
    summary:
      'Resting quotes of all markets, without desks. ADDED contains the current resting state and replaces earlier data of the same id. REMOVED when the quote leaves.',
    data: z.object({ kind: z.enum(['ADDED', 'REMOVED']), quote: BookQuote }),
    also: [],
  },
  'quote_book.{rfq_id}': {
    summary:
      'The whole book of one market, on subscribing and after every change, at most ten times a second. A slow reader skips to the newest book.',
    data: GroupBook,
    also: [],
  },
  'bbo.{rfq_id}': {
    summary: "The venue's screen prices for the structure of one market and the best bid and ask here, at most twice a second.",
    data: GroupBbo,
    also: [],
  },
  quote_status: {
    summary:
      'ob only: the final decision on each quote command of the desk, including refusals. Refusals are numbered in their own group, 64, and can be resumed like all other messages: those of the last day, at most the last thousand.',
    data: z.object({
      kind: z.enum(['ACCEPTED', 'REJECTED', 'REPLACED', 'CANCELED']),
      quote: GroupQuote.nullable(),
      client_order_id: z.string().nullable(),
      error: z.object({ code: z.number().int(), error: z.string(), message: z.string() }).nullable(),
      venue_error: z.string().optional(),
    }),
    also: [],
  },
  order: {
    summary:
      "Your desk's aggressor orders, in ob also its crossing quotes: NEW on a fill; REMOVED with CLOSED once nothing is pending at the venue; with venue_error if the venue rejected some of it.",
    data: z.object({ kind: z.enum(['NEW', 'UPDATED', 'REMOVED']), order: GroupOrder, venue_error: z.string().optional() }),
    also: ['orders'],
  },
  trade: {
    summary: "Your desk's trades: PENDING at the venue, COMPLETED, REJECTED with venue_error.",
    data: z.object({ kind: z.enum(['PENDING', 'COMPLETED', 'REJECTED']), trade: GroupTrade, venue_error: z.string().optional() }),
    also: ['trades'],
  },
  trade_tape: {
    summary: 'All settled trades of the flow.',
    data: z.object({ kind: z.literal('ADDED'), trade: GroupTapeTrade }),
    also: [],
  },
  ...protectionChannels,
  ...positionChannels,
  ...feeChannels,
  ...announcementChannels,
  ...perpetualChannels,
  platform_state: { summary: 'Sent when the platform opens, closes or accepts cancels only.', data: PlatformState, also: [] },
} as const

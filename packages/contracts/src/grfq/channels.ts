/**
 * The sockets at /v1/grfq/ and /v1/ob/: JSON-RPC 2.0 as at /v2/drfq/. The data of these channels is `{kind, <object>}`; kinds are upper case,
 * and the object carries the member named for it.
 */
import { z } from 'zod'
import { PlatformState } from '../drfq/entities.ts'
import { BookQuote, GroupBbo, GroupBook, GroupOrder, GroupQuote, GroupRfq, GroupTapeTrade, GroupTrade } from './entities.ts'
import { perpetualChannels } from '../perpetuals/channels.ts'
import { positionChannels } from '../positions/channels.ts'
import { protectionChannels } from '../protection/channels.ts'
import { feeChannels } from '../reconciliation/channels.ts'

export const groupChannels = {
  rfq: { summary: 'Markets: ADDED when opened, UPDATED, REMOVED when ended.', data: z.object({ kind: z.enum(['ADDED', 'UPDATED', 'REMOVED']), rfq: GroupRfq }), also: ['rfqs'] }, // prettier-ignore
  quote: {
    summary:
      "Your desk's own quotes, with what has happened: NEW; PENDING_FILL when it is hit, with status OPEN where something still rests; CANCELED as soon as nothing rests because it was cancelled; UPDATED when it is replaced or some of it has settled; FILLED when all of it has.",
    data: z.object({
      kind: z.enum(['NEW', 'UPDATED', 'PENDING_FILL', 'CANCELED', 'FILLED']),
      quote: GroupQuote,
      venue_error: z.string().optional(),
    }),
    also: ['quotes'],
  },
  quote_book: {
    summary:
      'Resting quotes of every market, without desks: ADDED with what rests now, which replaces what was told of the same id; REMOVED.',
    data: z.object({ kind: z.enum(['ADDED', 'REMOVED']), quote: BookQuote }),
    also: [],
  },
  'quote_book.{rfq_id}': {
    summary:
      'The whole book of one market, at once and after every change, at most ten times a second; who reads slowly skips to the newest.',
    data: GroupBook,
    also: [],
  },
  'bbo.{rfq_id}': {
    summary: "The venue's screen prices for one market's structure and the best bid and ask here, at most twice a second.",
    data: GroupBbo,
    also: [],
  },
  quote_status: {
    summary:
      'ob only: the final decision on each quote command of the desk, also where it was refused. Refusals are numbered in a group of their own, 64, and are resumed like everything else, for a day and at most the last thousand.',
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
      'What your desk took, in ob by crossing quotes too: NEW when it takes, REMOVED with CLOSED once nothing of that is at the venue; with venue_error where the venue rejected some of it.',
    data: z.object({ kind: z.enum(['NEW', 'UPDATED', 'REMOVED']), order: GroupOrder, venue_error: z.string().optional() }),
    also: ['orders'],
  },
  trade: {
    summary: "Your desk's trades: PENDING at the venue, COMPLETED, REJECTED with venue_error.",
    data: z.object({ kind: z.enum(['PENDING', 'COMPLETED', 'REJECTED']), trade: GroupTrade, venue_error: z.string().optional() }),
    also: ['trades'],
  },
  trade_tape: {
    summary: 'Every settled trade of the flow.',
    data: z.object({ kind: z.literal('ADDED'), trade: GroupTapeTrade }),
    also: [],
  },
  ...protectionChannels,
  ...positionChannels,
  ...feeChannels,
  ...perpetualChannels,
  platform_state: { summary: 'When the platform opens, closes or only cancels.', data: PlatformState, also: [] },
} as const

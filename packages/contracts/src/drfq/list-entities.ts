/** List RFQs: several structures of one venue and currency in one request (rulebook 22). */
import { z } from 'zod'
import { Order, Rfq, RfqBook, Role } from './entities.ts'
import { Decimal, Milliseconds, Side, VenueCode } from '../wire-types.ts'

/** The place of an RFQ in its list. The row, the side and the name are only for the taker. */
const place = {
  rfq_id: z.string(),
  line: z.number().int().meta({ description: 'From 1, without gaps.' }),
  row: z.number().int().nullable().meta({ description: "The number of its row in the taker's sheet; null for makers." }),
  side: Side.nullable().meta({
    description: 'The side that the taker wants. Null for makers, unless the taker shows its sides in this list.',
  }),
}

export const ListPlace = z
  .object({ list_id: z.string(), ...place, lines: z.number().int(), name: z.string().nullable(), expires_at: Milliseconds })
  .meta({ id: 'ListPlace', description: 'An RFQ that is a line of a list.' })

export const ListLine = z
  .object({
    ...place,
    rfq: Rfq,
    book: RfqBook.optional().meta({ description: 'The orders that the reader sees on this line. Only in the response for one list.' }),
  })
  .meta({ id: 'ListLine' })

export const NetPrice = z
  .object({
    id: z.string(),
    list_id: z.string(),
    desk_name: z.string().meta({ description: 'The maker.' }),
    net_price: Decimal.meta({ description: 'The amount that the taker pays for all lines together. Negative if the taker receives it.' }),
    created_at: Milliseconds,
    expires_at: Milliseconds.meta({ description: 'When the net price expires: together with its list.' }),
  })
  .meta({ id: 'NetPrice', description: "A maker's price for a whole list. Only for the taker and for the maker itself." })

export const RfqList = z
  .object({
    id: z.string(),
    state: z.enum(['OPEN', 'CLOSED']).meta({ description: 'CLOSED when every line is closed.' }),
    role: Role,
    venue: VenueCode,
    base_currency: z.string(),
    name: z.string().nullable().meta({ description: "The taker's own name of the list; null for makers." }),
    taker_desk_name: z.string().nullable(),
    is_taker_anonymous: z.boolean(),
    shows_sides: z.boolean().meta({ description: "Whether makers see the taker's sides. Only then the list takes net prices." }),
    counterparties: z.array(z.string()).meta({ description: 'For the taker, the desks that were asked. For a maker, only itself.' }),
    created_at: Milliseconds,
    expires_at: Milliseconds,
    lines: z.array(ListLine),
    net_prices: z.array(NetPrice),
  })
  .meta({ id: 'RFQList', description: 'Several direct RFQs that were sent together.' })

export const TradedLine = z
  .object({
    line: z.number().int(),
    rfq_id: z.string(),
    is_traded: z.boolean(),
    order: Order.nullable().meta({ description: "The taker's order of this line; null if the line could take none." }),
    fills: z.array(z.object({ trade_id: z.string(), desk_name: z.string(), price: Decimal, quantity: Decimal })),
  })
  .meta({ id: 'TradedLine' })

export const ListTrade = z
  .object({
    list_id: z.string(),
    net_price: Decimal.meta({ description: 'The amount that the taker pays for the lines that traded. Negative if the taker receives it.' }),
    lines: z.array(TradedLine),
  })
  .meta({ id: 'ListTrade', description: 'The decision: which lines traded with whom, and which stay open. Each trade settles as a block of its own.' }) // prettier-ignore

export type ListPlaceView = z.infer<typeof ListPlace>
export type NetPriceView = z.infer<typeof NetPrice>
export type RfqListView = z.infer<typeof RfqList>
export type ListTradeView = z.infer<typeof ListTrade>

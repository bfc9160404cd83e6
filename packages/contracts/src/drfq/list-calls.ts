import { z } from 'zod'
import { call } from '../call.ts'
import { rfqBody, rfqRefusals } from './rfq-fields.ts'
import { orderRefusals } from './order-fields.ts'
import { limits } from '../limits.ts'
import { DecimalIn, IntegerIn, MomentIn, page, periodQuery, Side, Text, Word } from '../wire-types.ts'
import { ListTrade, NetPrice, RfqList } from './list-entities.ts'

const BASE = '/v2/drfq/lists'
const id = z.object({ id: Text(64) })

export const listLists = call({
  method: 'GET',
  path: `${BASE}/`,
  summary: 'Lists of your desk, as taker or maker, newest first.',
  who: 'member',
  query: z.object({ role: Word('TAKER', 'MAKER'), ...periodQuery }),
  answer: page(RfqList),
})

export const createList = call({
  method: 'POST',
  path: `${BASE}/`,
  summary:
    'Ask for 2 to 50 structures of one venue and currency in one request. Each line becomes an RFQ of its own. All lines are created, or none. Without counterparties, every eligible maker is asked.',
  who: 'trader',
  status: 201,
  body: rfqBody.omit({ quantity: true, legs: true, taker_side: true, also_ask_venue: true, state: true }).extend({
    name: Text(limits.labelCharacters).nullish().meta({ description: 'Your own name of the list. Makers do not see it.' }),
    shows_sides: z
      .boolean()
      .nullish()
      .meta({ description: 'Makers see your side of every line, quote only the opposite one, and can send a net price for the list.' }),
    lines: z
      .array(
        z.object({
          row: IntegerIn.nullish().meta({ description: 'The number of its row in your sheet. The default is its place in the list.' }),
          side: Side,
          quantity: DecimalIn,
          legs: rfqBody.shape.legs,
        }),
      )
      .min(limits.listLinesLeast)
      .max(limits.listLines),
  }),
  answer: RfqList,
  refusals: [...rfqRefusals, 'ListInvalid', 'NotionalAboveLimit', 'ApprovalRequired', 'TradingIsStopped'],
})

export const getList = call({
  method: 'GET',
  path: `${BASE}/{id}/`,
  summary: 'One list with its lines, the orders on them that you can see, and the net prices.',
  who: 'member',
  params: id,
  answer: RfqList,
  refusals: ['NotFound'],
})

export const cancelList = call({
  method: 'DELETE',
  path: `${BASE}/{id}/`,
  summary: 'Cancel every line of your list that is still open. Trades that are at the venue settle.',
  who: 'trader',
  status: 204,
  params: id,
  answer: z.undefined(),
  refusals: ['NotFound', 'RfqClosed'],
})

export const quoteNet = call({
  method: 'PUT',
  path: `${BASE}/{id}/net_price/`,
  summary:
    'Quote a net price for the whole list: the amount that the taker pays for all lines together, negative if the taker receives it. It replaces your earlier one and rests next to your quotes of the lines. It is allotted to the lines from their marks (rulebook 22.6).',
  who: 'trader',
  params: id,
  body: z.object({ net_price: DecimalIn, account_name: Text(128).nullish() }),
  answer: NetPrice,
  refusals: ['NotFound', 'ListInvalid', 'ListIncomplete', 'NetPriceOffTick', 'PricingImpossible', ...orderRefusals],
})

export const cancelNet = call({
  method: 'DELETE',
  path: `${BASE}/{id}/net_price/`,
  summary: 'Cancel your net price for the list. Your quotes of single lines stay.',
  who: 'trader',
  status: 204,
  params: id,
  answer: z.undefined(),
  refusals: ['NotFound', 'OrderUnknown'],
})

export const tradeList = call({
  method: 'POST',
  path: `${BASE}/{id}/trade/`,
  summary:
    'Trade lines of your list in one decision. BEST_PER_LINE: each line trades whole at its price or better, or stays open. ALL_OR_NONE: every line trades or nothing does. With desk_name, every line trades with the quotes of that maker. With net_price_id, the whole list trades at that net price, and lines are not needed.',
  who: 'trader',
  status: 201,
  params: id,
  body: z.object({
    way: z.enum(['BEST_PER_LINE', 'ALL_OR_NONE']),
    lines: z
      .array(z.object({ line: IntegerIn, price: DecimalIn.meta({ description: 'The worst acceptable price of the line.' }) }))
      .max(limits.listLines)
      .nullish(),
    desk_name: Text(64).nullish(),
    net_price_id: Text(64).nullish(),
    not_after: MomentIn.nullish().meta({ description: 'The latest time, in milliseconds, at which it may be decided.' }),
  }),
  answer: ListTrade,
  refusals: ['NotFound', 'NotTheCreator', 'ListInvalid', 'ListIncomplete', 'ListNotTraded', ...orderRefusals],
})

/** The refused orders of a desk, as its users read them (rulebook 8.17). */
import { errors, type ErrorName, outcomeCalls, type RefusedOrderView } from '@parley/contracts'
import { type DeskId, formatPrice, formatQuantity, rfqFor } from '@parley/core'
import { flowOf, publishedIn, type PublishedIds } from '../calls/published-ids.ts'
import { route, type Route } from '../calls/route.ts'
import { isNumbered } from '../database/cursor.ts'
import { listed } from '../database/page.ts'
import type { FoundRefusedOrder, RefusalHistory } from './refusal-history.ts'
import { structureLegs, viewOfStructure } from './structure-view.ts'

const audienceOf = { drfq: 'DIRECT', grfq: 'ORDER_BOOK', fs: 'LISTED' } as const

export const refusedOrderRoutes = (history: Pick<RefusalHistory, 'list'>, publishedIds: PublishedIds): readonly Route[] => [
  route(outcomeCalls.listRefusedOrders, ({ caller: { desk }, query }) => {
    const audience = query.flow === undefined ? undefined : audienceOf[query.flow]
    return listed(query, (page) => history.list(desk, audience, page), presentTo(desk, publishedIds), isNumbered)
  }),
]

const presentTo =
  (desk: DeskId, publishedIds: PublishedIds) =>
  ({ id, rfq, order, kind, side, price, quantity, at, sender, refusal }: FoundRefusedOrder): RefusedOrderView | undefined => {
    if (rfqFor(rfq, desk) === undefined) return undefined
    const { refused, message, rule } = refusal
    return {
      id: `x_${id}`,
      flow: flowOf[rfq.audience],
      rfq_id: String(publishedIn(publishedIds, rfq.audience, rfq)),
      order_id: order === undefined ? null : String(publishedIn(publishedIds, rfq.audience, order)),
      kind,
      side,
      price: price === null ? null : formatPrice(price),
      quantity: formatQuantity(quantity),
      refused_at: at,
      sender,
      error: { code: errors[refused as ErrorName].code, error: refused, message, rule: rule === '' ? null : rule },
      venue: rfq.venue,
      base_currency: rfq.baseCurrency,
      description: viewOfStructure(rfq.structure).description,
      structure_legs: structureLegs(rfq.structure),
    }
  }

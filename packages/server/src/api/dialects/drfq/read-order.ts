/** Turns order bodies in the published format of direct RFQs into the form that the service takes. */
import {
  isRefusal,
  parsePrice,
  parseQuantity,
  refuse,
  roleOf,
  structurePrice,
  type DeskId,
  type Quantity,
  type Refusal,
  type Rfq,
  type Side,
  type TimeInForce,
} from '@parley/core'
import { tooFine } from '../../../catalogue/structures.ts'
import type { MarketData } from '../../../market-data/market-data.ts'
import type { AskedPart } from '../../../rfq/facts.ts'
import { contradicted, legPricesOf, pricesBrought } from '../../../rfq/leg-prices.ts'
import type { NewOrder, Prices } from '../../../rfq/new-order.ts'
import { bandRefusal } from '../../../rfq/pre-trade-checks.ts'
import type { Replacement } from '../../../rfq/replacement.ts'

type Priced = {
  readonly price?: string | null | undefined
  readonly legs?: readonly { readonly instrument_id: number; readonly price: string }[] | null | undefined
}
type Sized = { readonly quantity?: string | undefined; readonly amount?: string | undefined }
type OrderType = 'LIMIT' | 'HIDDEN'
type Lasting = 'GOOD_TILL_CANCELED' | 'FILL_OR_KILL'
export type CreateOrderBody = Priced &
  Sized & {
    readonly rfq_id: string
    readonly side: Side
    readonly type: OrderType
    readonly time_in_force: Lasting
    readonly account_name?: string | null | undefined
    readonly allocations?: readonly AskedPart[] | null | undefined
    readonly label?: string | null | undefined
    readonly client_order_id?: string | number | null | undefined
    readonly not_after?: number | undefined
  }
export type ReplaceOrderBody = Priced &
  Sized & {
    readonly rfq_id?: string | undefined
    readonly side?: Side | undefined
    readonly type?: OrderType | undefined
    readonly time_in_force?: Lasting | undefined
    readonly account_name?: string | null | undefined
    readonly allocations?: readonly AskedPart[] | null | undefined
    readonly label?: string | null | undefined
    readonly client_order_id?: string | number | null | undefined
    readonly not_after?: number | undefined
  }

export function readOrder(rfq: Rfq, desk: DeskId, body: CreateOrderBody, marketData: MarketData): NewOrder | Refusal {
  const quantity = quantityOf(body)
  if (typeof quantity === 'object') return quantity
  const prices = pricesOf(rfq, roleOf(rfq, desk) === 'MAKER', body, marketData)
  if (isRefusal(prices)) return prices
  return {
    side: body.side,
    quantity,
    prices,
    timeInForce: timesInForce[body.time_in_force],
    isPostOnly: false,
    isHidden: body.type === 'HIDDEN',
    account: body.account_name,
    allocations: body.allocations,
    clientOrderId: body.client_order_id,
    label: body.label,
    notAfter: body.not_after,
  }
}

type KnownOrder = { readonly rfq: Rfq; readonly kind: 'QUOTE' | 'CROSS' }

/** Every member of the body is either applied or refused (rulebook 5.22). `quantityBefore` is the quantity of the order before the replacement. */
export async function readReplacement(
  { rfq, kind }: KnownOrder,
  body: ReplaceOrderBody,
  marketData: MarketData,
  quantityBefore: () => Promise<Quantity>,
): Promise<Replacement | Refusal> {
  const quantity = (body.quantity ?? body.amount) === undefined ? await quantityBefore() : quantityOf(body)
  if (typeof quantity === 'object') return quantity
  const prices = pricesBrought(rfq, body, pricesOf(rfq, kind === 'QUOTE', body, marketData))
  if (isRefusal(prices)) return prices
  if (body.rfq_id !== undefined && body.rfq_id !== rfq.id)
    return refuse('OrderUnknown', '5.22', `The order is on ${rfq.id}. A replacement must be on the same RFQ.`, 'rfq_id')
  if (body.allocations) return noParts
  const { side, type, time_in_force, account_name: account, client_order_id: clientOrderId, label, not_after: notAfter } = body
  return {
    quantity,
    prices,
    side,
    timeInForce: time_in_force === undefined ? undefined : timesInForce[time_in_force],
    isHidden: type === undefined ? undefined : type === 'HIDDEN',
    account,
    clientOrderId,
    label,
    notAfter,
  }
}

const noParts = refuse(
  'AllocationInvalid',
  '5.22',
  'A replacement settles in one account. To allocate over several accounts, place a new FILL_OR_KILL order.',
  'allocations',
)

const timesInForce = { GOOD_TILL_CANCELED: 'GTC', FILL_OR_KILL: 'FOK' } as const satisfies Record<Lasting, TimeInForce>

function quantityOf({ quantity, amount }: Sized): Quantity | Refusal {
  const text = quantity ?? amount
  if (text === undefined) return refuse('InvalidParams', '', 'quantity: This field is required', 'quantity')
  return (
    parseQuantity(text) ??
    refuse('QuantityOffIncrement', '5.4', 'A quantity must have at most 6 decimals and be less than 9 billion.', 'quantity')
  )
}

function pricesOf(rfq: Rfq, isQuote: boolean, body: Priced, marketData: MarketData): Prices | Refusal {
  const prices = isQuote ? makerPrices(rfq, body) : takerPrice(rfq, body)
  if (isRefusal(prices) || prices.legPrices === undefined) return prices
  return bandRefusal(rfq.structure, prices.legPrices, marketData) ?? prices
}

/** Leg prices, or for a single leg just the price. The rules report anything that is missing. */
function makerPrices({ structure }: Rfq, { price, legs }: Priced): Prices | Refusal {
  const lone = structure.legs.length === 1 && price !== undefined && price !== null
  const quoted = legs ?? (lone ? [{ instrument_id: structure.legs[0]!.instrument.id, price }] : undefined)
  if (quoted === undefined) return {}
  const legPrices = legPricesOf(structure, quoted)
  if (legPrices === undefined) return {}
  if ('refused' in legPrices) return legPrices
  return contradicted(structure, legs === undefined || legs === null ? undefined : price, legPrices) ?? { legPrices }
}

/** The price, or leg prices that add up to it. */
function takerPrice({ structure }: Rfq, { price, legs }: Priced): Prices | Refusal {
  const exact = price === undefined || price === null ? undefined : (parsePrice(price) ?? tooFine('price'))
  if (typeof exact === 'object') return exact
  const legPrices = legs === undefined || legs === null ? undefined : legPricesOf(structure, legs)
  if (legPrices === undefined) return exact === undefined ? {} : { price: exact }
  if ('refused' in legPrices) return legPrices
  const sum = structurePrice(structure.legs, legPrices)
  return contradicted(structure, price, legPrices) ?? (sum === undefined ? {} : { price: sum })
}

/** Turns bodies of quotes and orders in the published format of the order book into the form that the service takes. */
import {
  isHedge,
  isRefusal,
  legPricesFor,
  parsePrice,
  parseQuantity,
  refuse,
  type Price,
  type Quantity,
  type Refusal,
  type Rfq,
  type Side,
  type Structure,
} from '@parley/core'
import type { IsOn } from '../../../accounts/feature-flags.ts'
import { tooFine } from '../../../catalogue/structures.ts'
import type { MarketData } from '../../../market-data/market-data.ts'
import type { Caller } from '../../../calls/route.ts'
import { notHidden } from '../../../rfq/eligibility.ts'
import type { AskedPart } from '../../../rfq/facts.ts'
import { contradicted, legPricesOf, pricesBrought, type QuotedLeg } from '../../../rfq/leg-prices.ts'
import type { NewOrder, Prices } from '../../../rfq/new-order.ts'
import { bandRefusal } from '../../../rfq/pre-trade-checks.ts'
import type { Replacement } from '../../../rfq/replacement.ts'

export type QuoteBody = {
  readonly account?: string | null | undefined
  readonly allocations?: readonly AskedPart[] | null | undefined
  readonly client_order_id?: string | number | null | undefined
  readonly quantity?: string | undefined
  readonly side?: Side | undefined
  readonly price?: string | null | undefined
  readonly legs?: readonly QuotedLeg[] | null | undefined
  readonly post_only?: boolean | null | undefined
  readonly ioc?: boolean | null | undefined
  readonly is_hidden?: boolean | null | undefined
  readonly label?: string | null | undefined
  readonly not_after?: number | undefined
}
export type OrderBody = Pick<QuoteBody, 'account' | 'allocations' | 'client_order_id' | 'label' | 'not_after'> & {
  readonly quantity: string
  readonly limit_price: string
  readonly execution_side: Side
}
/** Context for reading bodies. */
export type Facts = { readonly marketData: MarketData; readonly isOn: IsOn }

export function readQuote({ desk }: Caller, rfq: Rfq, body: QuoteBody, { marketData, isOn }: Facts): NewOrder | Refusal {
  const { side } = body
  if (side === undefined) return required('side')
  if (body.quantity === undefined) return required('quantity')
  const hidden = notHidden(body.is_hidden, isOn, desk)
  if (hidden !== undefined) return hidden
  const prices = quotedPrices(rfq, body, marketData)
  if (isRefusal(prices)) return prices
  const quantity = quantityOf(body.quantity)
  if (typeof quantity === 'object') return quantity
  return {
    as: 'QUOTE',
    side,
    quantity,
    prices,
    timeInForce: body.ioc ? 'IOC' : 'GTD',
    isPostOnly: body.post_only ?? false,
    isHidden: body.is_hidden ?? false,
    ...namesOf(body),
  }
}

/** An order fills against available quotes up to its limit and never rests. */
export function readOrder(body: OrderBody): NewOrder | Refusal {
  const price = parsePrice(body.limit_price)
  if (price === undefined) return tooFine('limit_price')
  const quantity = quantityOf(body.quantity)
  if (typeof quantity === 'object') return quantity
  return {
    as: 'CROSS',
    side: body.execution_side,
    quantity,
    prices: { price },
    timeInForce: 'IOC',
    isPostOnly: false,
    isHidden: false,
    ...namesOf(body),
  }
}

const namesOf = ({ account, allocations, client_order_id: clientOrderId, label, not_after: notAfter }: OrderBody | QuoteBody) => ({
  account,
  allocations,
  clientOrderId,
  label,
  notAfter,
})

/**
 * Every member of the body is either applied or refused (rulebook 10.20). `quantityBefore` is the quantity of the quote before the replacement, if
 * the desk has it.
 */
export async function readReplacement(
  { desk }: Caller,
  rfq: Rfq,
  body: QuoteBody,
  { marketData, isOn }: Facts,
  quantityBefore: () => Promise<Quantity | undefined>,
): Promise<Replacement | Refusal> {
  // The rules refuse a quote that does not exist or belongs to another desk, whatever the body contains.
  const quantity = body.quantity === undefined ? ((await quantityBefore()) ?? rfq.minimumBlock) : quantityOf(body.quantity)
  if (typeof quantity === 'object') return quantity
  const prices = pricesBrought(rfq, body, quotedPrices(rfq, body, marketData))
  if (isRefusal(prices)) return prices
  if (body.allocations) return noParts
  const { side, account, client_order_id: clientOrderId, label, post_only: isPostOnly, is_hidden: isHidden, not_after: notAfter } = body
  return {
    quantity,
    prices,
    side,
    timeInForce: body.ioc ? 'IOC' : 'GTD',
    isPostOnly,
    isHidden,
    account,
    clientOrderId,
    label,
    notAfter,
    hiddenRefusal: notHidden(isHidden, isOn, desk),
  }
}

const noParts = refuse(
  'AllocationInvalid',
  '10.20',
  'A replacement settles in one account. To allocate over several accounts, place a new IOC quote.',
  'allocations',
)

const required = (member: keyof QuoteBody): Refusal => refuse('InvalidParams', '', `${member}: This field is required`, member)

function quotedPrices(rfq: Rfq, { legs, price }: Pick<QuoteBody, 'legs' | 'price'>, marketData: MarketData): Prices | Refusal {
  const legPrices = legs ? legPricesOf(rfq.structure, legs) : priceOfTheWhole(rfq.structure, price, marketData)
  if (legPrices === undefined) return {}
  if ('refused' in legPrices) return legPrices
  const wrong = contradicted(rfq.structure, legs ? price : undefined, legPrices) ?? bandRefusal(rfq.structure, legPrices, marketData)
  return wrong ?? { legPrices }
}

const quantityOf = (text: string): Quantity | Refusal =>
  parseQuantity(text) ??
  refuse('QuantityOffIncrement', '10.3', 'A quantity must have at most 6 decimals and be less than 9 billion.', 'quantity')

/** Splits one price for all legs over the legs as the pricing call does (rulebook 6.11). A single leg needs no marks for that. */
function priceOfTheWhole(
  structure: Structure,
  price: string | null | undefined,
  marketData: MarketData,
): readonly Price[] | undefined | Refusal {
  if (price === undefined || price === null) return undefined
  const own = structure.legs.filter((leg) => !isHedge(leg))
  if (own.length === 1) return legPricesOf(structure, [{ instrument_id: own[0]!.instrument.id, price }])
  const whole = parsePrice(price)
  return whole === undefined ? tooFine('price') : legPricesFor(structure, whole, (id) => marketData.mark(id))
}

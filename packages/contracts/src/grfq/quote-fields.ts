/** The fields of a quote or an order in the order book, and their refusals. */
import { z } from 'zod'
import { limits } from '../limits.ts'
import { DecimalIn, IntegerIn, NotAfter, Text, Words } from '../wire-types.ts'
import { guardRefusals } from '../protection/guard-refusals.ts'

/** BUY or SELL in any capitalisation, because one client sends Buy. */
export const SideIn = z.preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), z.enum(['BUY', 'SELL']))
/** A whole number, as number or digits. */
export const Id = IntegerIn
export const id = z.object({ id: Id })
export const status = Words('OPEN', 'PENDING_FILL', 'CLOSED')
export const account = Text(128).nullish()
export const legPrices = z
  .array(z.object({ instrument: Text(64).optional(), instrument_id: IntegerIn.optional(), price: DecimalIn }))
  .min(1)
  .max(limits.legs)

/** The account and names of a quote or an order, and the latest time at which it may be decided. */
export const quoteNames = {
  account,
  client_order_id: z.union([Text(64), z.number().int()]).nullish(),
  label: Text(limits.labelCharacters).nullish(),
  not_after: NotAfter,
}

export const quoteFields = {
  ...quoteNames,
  quantity: DecimalIn,
  side: SideIn,
  price: DecimalIn.nullish().meta({
    description: 'Replaces legs: for several legs the price is distributed over them by their marks, as in the pricing call.',
  }),
  legs: legPrices.nullish(),
  post_only: z.boolean().nullish(),
  ioc: z.boolean().nullish(),
  is_hidden: z.boolean().nullish(),
}

export const allocations = z
  .array(z.object({ account_name: Text(128), quantity: DecimalIn }))
  .max(limits.listItems)
  .nullish()
  .meta({
    description:
      'In place of account, for an order that never rests: 2 to 10 accounts with parts that add up to the quantity. The order then trades in full or not at all.',
  })

export const quoteRefusals = [
  'RfqClosed',
  'OrderTooLate',
  'QuoteWindowClosed',
  'TypeNotAllowed',
  'ClientOrderIdInUse',
  'TooManyOrders',
  'LayeringLimitReached',
  'QuantityBelowBlockMinimum',
  'QuantityOffIncrement',
  'OrderPriceMissing',
  'PriceContradictsLegs',
  'PricingImpossible',
  'HedgePriceDiffers',
  'PriceOffTick',
  'PriceOutsideBand',
  'QuoteCrossesOwnSide',
  'PostOnlyWouldCross',
  'AccountUnknown',
  'AccountCannotSettle',
  'AllocationInvalid',
  ...guardRefusals,
] as const

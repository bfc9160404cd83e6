/** The fields of an order, alone or in a batch, and their refusals. */
import { z } from 'zod'
import { limits } from '../limits.ts'
import { DecimalIn, IntegerIn, NotAfter, Side, Text } from '../wire-types.ts'
import { OrderType, TimeInForce } from './entities.ts'
import { guardRefusals } from '../protection/guard-refusals.ts'

export const Label = z.string().max(limits.labelCharacters).nullish()

/** The desk's own id for the order. */
export const ClientOrderId = z
  .union([Text(limits.clientOrderIdCharacters), z.number().int()])
  .nullish()
  .meta({
    description:
      "Your own id for the order, unique among your desk's resting orders in both flows. A replacement keeps it unless it sends a new one; an empty one removes it.",
  })

/** The names of an order, and the latest time at which it may be decided. */
export const orderNames = { label: Label, client_order_id: ClientOrderId, not_after: NotAfter }

export const legPrices = z
  .array(z.object({ instrument_id: IntegerIn, price: DecimalIn }))
  .min(1)
  .max(limits.legs)
  .nullish()

export const allocations = z
  .array(z.object({ account_name: Text(128), quantity: DecimalIn }))
  .max(limits.listItems)
  .nullish()
  .meta({
    description: "In place of account_name, for a taker's FILL_OR_KILL order: 2 to 10 accounts with parts that add up to the quantity.",
  })

export const BatchOrder = z.object({
  order_id: Text(64).optional().meta({
    description: 'Replaces that order. Omitted fields stay unchanged; a different RFQ, side or time in force is refused.',
  }),
  rfq_id: Text(64).optional().meta({ description: 'Required unless order_id is given.' }),
  side: Side.optional(),
  quantity: DecimalIn.optional(),
  type: OrderType.optional(),
  time_in_force: TimeInForce.optional(),
  price: DecimalIn.nullish(),
  legs: legPrices,
  account_name: Text(128).nullish(),
  allocations,
  ...orderNames,
})

export const TwoWay = z.boolean().nullish().meta({
  description:
    'Declares that the two lines are the bid and the ask of one quote: both are placed, or neither is changed. Each line has its own result as usual. A side that would have been accepted alone is then refused with OtherSideRefused.',
})

const ofBoth = [
  'RfqClosed',
  'OrderTooLate',
  'TypeNotAllowed',
  'ClientOrderIdInUse',
  'OrderPriceMissing',
  'PriceContradictsLegs',
  'PriceOffTick',
  'PriceOutsideBand',
  'HedgePriceDiffers',
  'QuantityOffIncrement',
  'QuantityBelowBlockMinimum',
  'QuantityAboveRemaining',
  'QuoteCrossesOwnSide',
  'AccountUnknown',
  'AccountCannotSettle',
  'AllocationInvalid',
  ...guardRefusals,
] as const
export const orderRefusals = ['RfqIsDraft', 'OwnDesk', 'LayeringLimitReached', 'TooManyOrders', ...ofBoth] as const
export const replacementRefusals = ['OrderUnknown', 'OrderClosed', ...ofBoth] as const

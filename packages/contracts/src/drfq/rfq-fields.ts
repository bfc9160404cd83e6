/** The terms of an RFQ, as its taker sends them. */
import { z } from 'zod'
import type { ErrorName } from '../errors.ts'
import { limits } from '../limits.ts'
import { DecimalIn, IntegerIn, Side, Text, VenueIn } from '../wire-types.ts'
import { Label } from './order-fields.ts'

export const rfqBody = z.object({
  venue: VenueIn,
  quantity: DecimalIn,
  legs: z
    .array(
      z.object({
        instrument_id: IntegerIn,
        ratio: DecimalIn,
        side: Side,
        price: DecimalIn.nullish().meta({ description: 'Makes the leg a hedge that trades at this price.' }),
      }),
    )
    .min(1)
    .max(limits.legs),
  account_name: Text(128).nullish(),
  counterparties: z.array(Text(64)).max(limits.counterparties).nullish(),
  groups: z.array(Text(32)).max(limits.groups).nullish().meta({
    description:
      'Groups of makers that are asked as a whole, by name: your own groups, the operator’s, or LP for every maker that you can ask. If counterparties are named too, they decide who is asked, and must include every maker of each group.',
  }),
  is_taker_anonymous: z.boolean().nullish(),
  label: Label,
  taker_side: Side.nullish().meta({
    description:
      'Discloses your side: makers see that the taker buys, or sells, and quote only the opposite side. Without it, both sides are asked and your side is not disclosed.',
  }),
  good_for_seconds: IntegerIn.nullish().meta({
    description: 'The lifetime in seconds from when the RFQ is sent: 60, 300, 900, 1800 or 3600. The default is 300.',
  }),
  also_ask_venue: z.boolean().nullish().meta({
    description:
      "Also asks the venue's own makers, if the venue has any (DBT). Their quotes are at venue_quotes, and only you can see that they were asked.",
  }),
  state: z.enum(['OPEN', 'DRAFT']).nullish(),
})

export const rfqRefusals = [
  'StructureInvalid',
  'InstrumentUnknown',
  'ProductDisabled',
  'QuantityBelowBlockMinimum',
  'QuantityOffIncrement',
  'AccountUnknown',
  'AccountCannotSettle',
  'CounterpartyMissing',
  'CounterpartyNotEligible',
  'AnonymousNeedsThreeMakers',
  'LifetimeNotOffered',
  'TooManyDrafts',
  'TooManyOpenRfqs',
  'PriceOffTick',
  'VenueMakersNotOffered',
  'RestrictedAddress',
  'VenuePaused',
] as const satisfies readonly ErrorName[]

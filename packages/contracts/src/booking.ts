/** The reports of both desks on a trade that they book at the venue themselves, in either dialect (rulebook 16). */
import { z } from 'zod'
import { limits } from './limits.ts'
import { Milliseconds } from './wire-types.ts'

const filled = (characters: number) => z.string().trim().min(1).max(characters)

export const BookingWord = z
  .object({
    booked: z.boolean(),
    venue_reference: z.string().nullable().meta({ description: "The venue's id for the trade or order, as reported by that desk." }),
    note: z.string().nullable().meta({ description: 'A note to the other desk.' }),
    reason: z.string().nullable().meta({ description: 'Why the trade cannot be booked.' }),
    at: Milliseconds,
  })
  .meta({ id: 'BookingWord', description: 'The latest report of a desk on a trade that it has to book.' })

export const TradeSettlement = z
  .object({
    route: z.literal('BOOKED_BY_BOTH'),
    state: z.enum(['WAITING', 'DISPUTED', 'BOOKED', 'NOT_BOOKED']).meta({
      description:
        'DISPUTED if one desk has booked the trade and the other has not, or not in time. The two desks or the operator resolve it.',
    }),
    due_at: Milliseconds.meta({ description: 'The deadline for both desks to book the trade. A dispute has no deadline.' }),
    counterparty_desk_name: z.string().meta({ description: 'The other desk. It is named here even if names were hidden until the trade.' }),
    counterparty_account_name: z.string().meta({ description: "The label of the other desk's account at the venue." }),
    mine: BookingWord.nullable(),
    theirs: BookingWord.nullable(),
  })
  .meta({ id: 'TradeSettlement', description: 'Present for both desks of a trade that the venue does not settle between firms.' })

/** Present only if both desks book the trade themselves. */
export const settlement = TradeSettlement.optional().meta({
  description: 'Present if both desks book the trade at the venue themselves. Absent if the venue settles it as a block.',
})
export const settlementRoute = z.literal('BOOKED_BY_BOTH').optional().meta({
  description:
    'Present if the venue does not settle such trades between two firms: both desks book the trade, and each is shown the other’s name.',
})

const bookingBody = z.union([
  z.object({
    booked: z.literal(true),
    venue_reference: filled(limits.bookingReferenceCharacters).meta({ description: "The venue's id for the trade or order." }),
    note: filled(limits.bookingTextCharacters).nullish().meta({ description: 'A note to the other desk.' }),
  }),
  z.object({
    booked: z.literal(false),
    reason: filled(limits.bookingTextCharacters).meta({ description: 'Shown to the other desk.' }),
  }),
])

/** The part of the call that both dialects have in common. */
export const bookingCall = {
  method: 'POST',
  summary:
    'Report that your desk has booked the trade at the venue, with its id there, or that it cannot book the trade, and why. Only for trades with `settlement`.',
  who: 'trader',
  effect: 'protect',
  body: bookingBody,
  refusals: ['NotFound', 'BookingOver', 'BookingConfirmed', 'NotBookedByDesks'],
} as const

export type TradeSettlementView = z.output<typeof TradeSettlement>
export type BookingWordView = z.output<typeof BookingWord>
export type BookingBody = z.output<typeof bookingBody>

/** The words about a trade that both desks book at the venue themselves, in either dialect (rulebook 16). */
import { z } from 'zod'
import { limits } from './limits.ts'
import { Milliseconds } from './wire-types.ts'

const filled = (characters: number) => z.string().trim().min(1).max(characters)

export const BookingWord = z
  .object({
    booked: z.boolean(),
    venue_reference: z.string().nullable().meta({ description: "The venue's own id of the trade or order, as that desk has it." }),
    note: z.string().nullable().meta({ description: 'A word to the other desk.' }),
    reason: z.string().nullable().meta({ description: 'Why it cannot be booked.' }),
    at: Milliseconds,
  })
  .meta({ id: 'BookingWord', description: "A desk's latest word of a trade that it has to book." })

export const TradeSettlement = z
  .object({
    route: z.literal('BOOKED_BY_BOTH'),
    state: z.enum(['WAITING', 'DISPUTED', 'BOOKED', 'NOT_BOOKED']).meta({
      description: 'DISPUTED where one desk has booked it and the other has not, or not in time: the two, or the operator, settle that.',
    }),
    due_at: Milliseconds.meta({ description: 'Until then both desks book it; a dispute has no end of its own.' }),
    counterparty_desk_name: z.string().meta({ description: 'The other desk, also where names were hidden until the deal.' }),
    counterparty_account_name: z.string().meta({ description: "The label of the other desk's account at the venue." }),
    mine: BookingWord.nullable(),
    theirs: BookingWord.nullable(),
  })
  .meta({ id: 'TradeSettlement', description: 'For the two desks of a trade that the venue does not settle between firms.' })

/** Present only where both desks book the trade themselves. */
export const settlement = TradeSettlement.optional().meta({
  description: 'Present where both desks book the trade at the venue themselves; where the venue settles it as a block it is absent.',
})
export const settlementRoute = z.literal('BOOKED_BY_BOTH').optional().meta({
  description:
    'Present where the venue settles nothing of it between two firms: both desks book what is dealt, and read each other’s name.',
})

const bookingBody = z.union([
  z.object({
    booked: z.literal(true),
    venue_reference: filled(limits.bookingReferenceCharacters).meta({ description: "The venue's own id of the trade or order." }),
    note: filled(limits.bookingTextCharacters).nullish().meta({ description: 'A word to the other desk.' }),
  }),
  z.object({
    booked: z.literal(false),
    reason: filled(limits.bookingTextCharacters).meta({ description: 'The other desk reads it.' }),
  }),
])

/** Of both dialects: the rest of the call is theirs. */
export const bookingCall = {
  method: 'POST',
  summary:
    'Say that your desk has booked the trade at the venue, under the id it has there, or that it cannot, and why. For trades with `settlement` only.',
  who: 'trader',
  effect: 'protect',
  body: bookingBody,
  refusals: ['NotFound', 'BookingOver', 'BookingConfirmed', 'NotBookedByDesks'],
} as const

export type TradeSettlementView = z.output<typeof TradeSettlement>
export type BookingWordView = z.output<typeof BookingWord>
export type BookingBody = z.output<typeof bookingBody>

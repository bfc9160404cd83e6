/** Comparisons of a desk's accounts with their venues' records. */
import { z } from 'zod'
import { Decimal, Milliseconds, Side, VenueCode } from '../wire-types.ts'

const counts = {
  ours: z.number().int(),
  theirs: z.number().int(),
  matched: z.number().int(),
  missing_there: z.number().int(),
  missing_here: z.number().int(),
  differs: z.number().int(),
  open: z.number().int().meta({ description: 'Differences that nobody has closed.' }),
}

export const Day = z.string().meta({ description: 'A day in UTC: `2026-11-21`.' })

export const ReconciliationDay = z
  .object({
    day: Day,
    accounts: z.number().int(),
    compared: z.number().int().meta({ description: 'The accounts whose venue has answered.' }),
    ...counts,
  })
  .meta({ id: 'ReconciliationDay' })

export const ComparedAccount = z
  .object({
    account_id: z.string(),
    account_name: z.string(),
    venue: VenueCode,
    state: z.enum(['WAITING', 'COMPARED']),
    compared_at: Milliseconds.nullable().meta({ description: 'When the figures are of; null before the venue has answered.' }),
    failure: z.string().nullable().meta({ description: "Why the last attempt failed, in the venue's words; it is tried again." }),
    ...counts,
  })
  .meta({ id: 'ComparedAccount' })

export const DifferenceKind = z.enum(['MISSING_THERE', 'MISSING_HERE', 'LEGS', 'SIDE', 'SIZE', 'PRICE', 'FEE', 'TIME'])
export const DifferenceState = z.enum(['OPEN', 'EXPLAINED', 'ACCEPTED', 'GONE'])

const difference = {
  id: z.string(),
  day: Day,
  account_id: z.string(),
  account_name: z.string(),
  venue: VenueCode,
  kind: DifferenceKind.meta({ description: 'What names it: the first that differs.' }),
  also: z.array(DifferenceKind).meta({ description: 'What differs besides.' }),
  state: DifferenceState,
  description: z.string().meta({ description: 'The structure, or the first leg where only the venue has the block.' }),
  side: Side.nullable().meta({ description: "The reader's own; null where only the venue has the block." }),
  quantity: Decimal,
  venue_trade_id: z.string(),
  trade_id: z.string().nullable(),
  ours: z.string().nullable().meta({ description: 'The figure that differs, as it stands here; null where there is none.' }),
  theirs: z.string().nullable(),
  found_at: Milliseconds,
  closed_at: Milliseconds.nullable(),
  closed_by: z.string().nullable().meta({ description: 'The name of the person who closed it.' }),
  reason: z.string().nullable(),
}

export const Difference = z.object(difference).meta({ id: 'ReconciliationDifference' })

const side = z.object({ side: Side, quantity: Decimal, price: Decimal, fee: Decimal.nullable(), fee_currency: z.string() })

export const DifferenceDetail = z
  .object({
    ...difference,
    rfq_id: z.string().nullable(),
    venue_name: z.string().nullable().meta({ description: 'What the block is called at the venue besides its id, where it keeps that.' }),
    settled_at: Milliseconds.nullable(),
    executed_at: Milliseconds.nullable().meta({ description: "The venue's time." }),
    index_price: Decimal.nullable().meta({ description: 'The index when the trade was agreed.' }),
    fee_schedule: z.string().nullable().meta({ description: 'What the fee is expected to be, in words.' }),
    legs: z.array(
      z.object({
        instrument_name: z.string(),
        ours: side.nullable().meta({ description: 'Its fee is the expected one; null where it cannot be reckoned.' }),
        theirs: side.nullable(),
        differs_in: z.array(DifferenceKind),
      }),
    ),
    fees: z.array(
      z.object({
        currency: z.string(),
        ours: Decimal.nullable(),
        theirs: Decimal.nullable(),
        theirs_less_ours: Decimal.nullable(),
      }),
    ),
  })
  .meta({ id: 'ReconciliationDifferenceDetail' })

export type ReconciliationDayView = z.output<typeof ReconciliationDay>
export type ComparedAccountView = z.output<typeof ComparedAccount>
export type DifferenceView = z.output<typeof Difference>
export type DifferenceDetailView = z.output<typeof DifferenceDetail>

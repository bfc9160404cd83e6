/** Reconciliations of a desk's accounts with their venues' records. */
import { z } from 'zod'
import { Decimal, Milliseconds, Side, VenueCode } from '../wire-types.ts'

const counts = {
  ours: z.number().int(),
  theirs: z.number().int(),
  matched: z.number().int(),
  missing_there: z.number().int(),
  missing_here: z.number().int(),
  differs: z.number().int(),
  open: z.number().int().meta({ description: 'Differences that are still open.' }),
}

export const Day = z.string().meta({ description: 'A UTC day: `2026-11-21`.' })

export const ReconciliationDay = z
  .object({
    day: Day,
    accounts: z.number().int(),
    compared: z.number().int().meta({ description: 'The accounts whose venue has responded.' }),
    ...counts,
  })
  .meta({ id: 'ReconciliationDay' })

export const ComparedAccount = z
  .object({
    account_id: z.string(),
    account_name: z.string(),
    venue: VenueCode,
    state: z.enum(['WAITING', 'COMPARED']),
    compared_at: Milliseconds.nullable().meta({ description: 'The time of the figures; null before the venue has responded.' }),
    failure: z.string().nullable().meta({ description: "The venue's reason why the last attempt failed. It is repeated automatically." }),
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
  kind: DifferenceKind.meta({ description: 'The kind of the first difference, which gives the entry its name.' }),
  also: z.array(DifferenceKind).meta({ description: 'The other kinds in which it differs.' }),
  state: DifferenceState,
  description: z.string().meta({ description: 'The structure, or the first leg if only the venue has the block.' }),
  side: Side.nullable().meta({ description: "The reader's own side; null if only the venue has the block." }),
  quantity: Decimal,
  venue_trade_id: z.string(),
  trade_id: z.string().nullable(),
  ours: z.string().nullable().meta({ description: 'The differing figure as recorded here; null if there is none.' }),
  theirs: z.string().nullable(),
  found_at: Milliseconds,
  closed_at: Milliseconds.nullable(),
  closed_by: z.string().nullable().meta({ description: 'The name of the user who closed it.' }),
  reason: z.string().nullable(),
}

export const Difference = z.object(difference).meta({ id: 'ReconciliationDifference' })

const side = z.object({ side: Side, quantity: Decimal, price: Decimal, fee: Decimal.nullable(), fee_currency: z.string() })

export const DifferenceDetail = z
  .object({
    ...difference,
    rfq_id: z.string().nullable(),
    venue_name: z.string().nullable().meta({ description: "The venue's second identifier of the block, if it has one." }),
    settled_at: Milliseconds.nullable(),
    executed_at: Milliseconds.nullable().meta({ description: "The venue's time." }),
    index_price: Decimal.nullable().meta({ description: 'The index when the trade was agreed.' }),
    fee_schedule: z.string().nullable().meta({ description: 'A description of the expected fee.' }),
    legs: z.array(
      z.object({
        instrument_name: z.string(),
        ours: side
          .nullable()
          .meta({ description: 'Whether the fee equals the expected one; null if the expected fee cannot be calculated.' }),
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

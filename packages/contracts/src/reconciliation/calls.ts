/** The reconciliation of a desk's accounts with their venues' records, day by day (rulebook 14). */
import { z } from 'zod'
import { call } from '../call.ts'
import { Text } from '../wire-types.ts'
import { ComparedAccount, Day, Difference, DifferenceDetail, ReconciliationDay } from './entities.ts'

const day = z.object({ day: Text(10) })

export const listDays = call({
  method: 'GET',
  path: '/account/desk/reconciliation/',
  summary: 'The last 92 days, newest first, with their reconciliation against the venues.',
  who: 'trader',
  answer: z.object({
    open: z.number().int().meta({ description: 'Open differences of all days.' }),
    results: z.array(ReconciliationDay),
  }),
})
export const getDay = call({
  method: 'GET',
  path: '/account/desk/reconciliation/{day}/',
  summary: 'One day: each account compared with its venue, and the differences found.',
  who: 'trader',
  params: day,
  answer: z.object({ day: Day, accounts: z.array(ComparedAccount), differences: z.array(Difference) }),
  refusals: ['DayInvalid'],
})
export const compareDay = call({
  method: 'POST',
  path: '/account/desk/reconciliation/{day}/compare/',
  summary: 'Reconcile all accounts of a day again. The figures follow as the venues respond.',
  who: 'administrator',
  params: day,
  body: z.unknown().optional(),
  status: 202,
  answer: z.object({ day: Day, accounts: z.number().int().meta({ description: 'How many accounts are compared.' }) }),
  refusals: ['DayInvalid'],
})
export const getDifference = call({
  method: 'GET',
  path: '/account/desk/reconciliation/differences/{id}/',
  summary: "One difference: your desk's record and the venue's, leg by leg.",
  who: 'trader',
  params: z.object({ id: Text(64) }),
  answer: DifferenceDetail,
  refusals: ['NotFound'],
})
export const closeDifference = call({
  method: 'POST',
  path: '/account/desk/reconciliation/differences/{id}/close/',
  summary: "Close a difference with a reason: explained, or the venue's fee accepted if nothing else differs.",
  who: 'administrator',
  params: z.object({ id: Text(64) }),
  body: z.object({ how: z.enum(['EXPLAIN', 'ACCEPT']), reason: Text(500) }),
  answer: DifferenceDetail,
  refusals: ['NotFound', 'DifferenceClosed', 'ReasonMissing', 'NotAFeeAlone'],
})

import { describe, expect, it } from 'vitest'
import { quantity } from '../decimal.ts'
import { approvalRefusal, sumApprovalRefusal } from './approval-limit.ts'

const rule = 'Above 3,000,000 USD your desk requires the approval of a second person.'
type Row = [title: string, above: number | undefined, quantity: string, unitNotional: number | undefined, then: string]
const table: Row[] = [
  ['a desk that requires none', undefined, '1000', 100_000, 'accepted'],
  ['a desk that requires none, without an index', undefined, '1000', undefined, 'accepted'],
  ['exactly the notional', 3_000_000, '30', 100_000, 'accepted'],
  ['one increment above it', 3_000_000, '30.1', 100_000, `A quantity of 30.1 is worth 3,010,000 USD. ${rule} Up to 30 is accepted without approval.`], // prettier-ignore
  ['a notional below the smallest block', 3_000_000, '25', 200_000, `A quantity of 25 is worth 5,000,000 USD. ${rule} No quantity is accepted without approval.`], // prettier-ignore
  ['no index', 3_000_000, '25', undefined, `The venue's index price is not available. ${rule}`],
]

describe('11.14 an order above the notional that the desk has set needs approval', () => {
  it.each(table)('11.14 %s', (_title, above, size, unitNotional, then) => {
    const sizes = { quantity: quantity(size), quantityIncrement: quantity('0.1'), minimumBlock: quantity('25') }
    const refusal = approvalRefusal(above, sizes, unitNotional === undefined ? {} : { unitNotional })
    expect(refusal?.message ?? 'accepted').toBe(then)
    if (refusal !== undefined) expect(refusal).toMatchObject({ refused: 'ApprovalRequired', rule: '11.14', field: 'quantity' })
  })

  it('11.14 the lines of a list are one order', () => {
    const line = (size: string, unitNotional: number | undefined = 100_000) => ({ quantity: quantity(size), unitNotional })
    expect(sumApprovalRefusal(3_000_000, [line('15'), line('15')])).toBeUndefined()
    expect(sumApprovalRefusal(undefined, [line('150'), line('15')])).toBeUndefined()
    expect(sumApprovalRefusal(3_000_000, [line('15'), line('16')])).toMatchObject({
      ...{ refused: 'ApprovalRequired', field: 'lines' },
      message: `The 2 lines are worth 3,100,000 USD together. ${rule} Lines of up to that notional together are accepted without approval.`,
    })
    const unknown = { quantity: quantity('1'), unitNotional: undefined }
    expect(sumApprovalRefusal(3_000_000, [line('1'), unknown])?.message).toBe(
      `The venue's index price is not available for a line. ${rule}`,
    )
  })
})

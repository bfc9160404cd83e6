import { describe, expect, it } from 'vitest'
import type { Rfq, Trade } from '@parley/client'
import { rfqOf, tradeOf } from '../../../../test/model.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { stateNoticeOf } from './ticket-state.ts'

const rfq = (change: Partial<Rfq>) => rfqOf({ role: 'TAKER', strategyCode: 'CS', ...change })
const trade = (state: Trade['state'], at: number, rejection?: string) => tradeOf({ state, executedAt: at, rejection })
const closed = { state: 'CLOSED', closedReason: 'EXECUTION_LIMIT' } as const

type Row = [what: string, rfq: DirectRfq, trades: Trade[], title: string | undefined]
const rows: Row[] = [
  ['open', rfq({}), [], undefined],
  ['a draft', rfq({ state: 'DRAFT' }), [], 'Draft'],
  ['dealt', rfq({}), [trade('PENDING_SETTLEMENT', 1)], 'Traded, settling at DBT'],
  ['filled', rfq({ ...closed, traded: true }), [trade('FILLED', 1)], 'Filled'],
  ['filled after a rejection', rfq({ ...closed, traded: true }), [trade('REJECTED', 1), trade('FILLED', 2)], 'Filled'],
  ['rejected last', rfq({}), [trade('FILLED', 1), trade('REJECTED', 2, 'margin')], 'Rejected by DBT'],
  ['dealt anew after a rejection', rfq({}), [trade('REJECTED', 1), trade('PENDING_SETTLEMENT', 2)], 'Traded, settling at DBT'],
  ['traded away', rfq({ ...closed, role: 'MAKER' }), [], 'Traded away'],
  ['expired', rfq({ state: 'CLOSED', closedReason: 'EXPIRED' }), [], 'Expired'],
  ['canceled', rfq({ state: 'CLOSED', closedReason: 'CANCELED_BY_CREATOR' }), [], 'Cancelled'],
]

describe('the status of an RFQ', () => {
  it.each(rows)('%s', (_what, view, trades, title) => {
    expect(stateNoticeOf(view, trades)?.title).toBe(title)
  })

  it("repeats the venue's words", () => {
    expect(stateNoticeOf(rfq({}), [trade('REJECTED', 1, 'not enough margin')])?.text).toBe(
      '“not enough margin” Nothing was traded; the RFQ is still open.',
    )
  })

  it('8.3 shows a maker that another desk traded, but not at what price', () => {
    expect(stateNoticeOf(rfq({ ...closed, role: 'MAKER' }), [])?.text).toBe('The taker traded with another desk.')
  })
})

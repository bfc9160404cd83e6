import type { Rfq, Trade } from '@parley/client'
import { useState } from 'react'
import { RfqState } from '../src/features/rfq/ticket/RfqState.tsx'
import { Steps } from '../src/features/rfq/ticket/Steps.tsx'
import { groupBy } from '../src/live/collection.ts'
import { useLive } from '../src/live/store.ts'
import { type DirectRfq, isDirect } from '../src/live/audiences.ts'
import { tradeOf } from '../test/model.ts'

const now = Date.now()
const trade = (rfq: DirectRfq, change: Partial<Trade>): Trade =>
  tradeOf({ rfqId: rfq.id, id: `t_${rfq.id}`, price: '0.0428', counterpartyDeskName: 'HLYD', executedAt: now - 1_400, ...change })

type State = readonly [what: string, rfq: DirectRfq, trade?: Partial<Trade> | undefined]
const done = { state: 'CLOSED', closedReason: 'EXECUTION_LIMIT' } as const

function statesOf(rfqs: readonly Rfq[]): readonly State[] {
  const taker = rfqs.filter(isDirect).find((rfq) => rfq.role === 'TAKER')!
  const maker = rfqs.filter(isDirect).find((rfq) => rfq.role === 'MAKER')!
  const states: readonly State[] = [
    ['draft', { ...taker, state: 'DRAFT' }],
    ['dealt', taker, {}],
    ['filled', { ...taker, ...done, filled: '250' }, { state: 'FILLED', filledAt: now, venueTradeId: 'BLOCK-38' }],
    ['rejected', taker, { state: 'REJECTED', rejection: 'not enough margin on the account of the other side' }],
    ['away', { ...maker, ...done, traded: false }],
    ['expired', { ...taker, state: 'CLOSED', closedReason: 'EXPIRED' }],
    ['canceled', { ...maker, state: 'CLOSED', closedReason: 'CANCELED_BY_CREATOR' }],
  ]
  return states.map(([what, rfq, change]) => [what, { ...rfq, id: `r_${what}` }, change ?? undefined])
}

/** Every state of a ticket, one below the other. */
export function TicketStates() {
  const [states] = useState(fillTrades)
  return (
    <div style={{ background: 'var(--panel)', margin: 24, width: 372 }}>
      {states.map(([what, rfq]) => (
        <RfqState key={what} rfq={rfq} />
      ))}
      <div style={{ padding: 16 }}>
        <Steps
          steps={[
            { word: 'Entered', at: now },
            { word: 'Sent', at: now + 3 },
          ]}
          refused={{ words: 'The price must be a multiple of 0.0001.', at: now + 40, field: 'price' }}
        />
      </div>
    </div>
  )
}

function fillTrades(): readonly State[] {
  const states = statesOf([...useLive.getState().rfqs.values()])
  const trades = states.flatMap(([, rfq, change]) => (change === undefined ? [] : [trade(rfq, change)]))
  useLive.setState({ tradesByRfq: groupBy(trades, (one) => one.rfqId, new Map()) })
  return states
}

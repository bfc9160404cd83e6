import type { BlockTradeView, RfqView } from '@parley/contracts'
import { useState } from 'react'
import { Standing } from '../features/direct-rfq/ticket/Standing.tsx'
import { Steps } from '../features/direct-rfq/ticket/Steps.tsx'
import { useLive } from '../live/store.ts'

const now = Date.now()
const trade = (rfq: RfqView, change: Partial<BlockTradeView>): BlockTradeView => ({
  ...rfq,
  id: `t_${rfq.id}`,
  rfq_id: rfq.id,
  order_id: 'o_1',
  state: 'PENDING_SETTLEMENT',
  side: 'BUY',
  price: '0.0428',
  mark_price: '0.0421',
  index_price: '91482.1',
  counterparty_desk_name: 'HLYD',
  legs: [],
  venue_trade_id: null,
  rejection: null,
  executed_at: now - 1_400,
  filled_at: null,
  ...change,
})

type State = readonly [what: string, rfq: RfqView, trade?: Partial<BlockTradeView> | undefined]
const done = { state: 'CLOSED', closed_reason: 'EXECUTION_LIMIT' } as const

function statesOf(rfqs: readonly RfqView[]): readonly State[] {
  const taker = rfqs.find((rfq) => rfq.role === 'TAKER')!
  const maker = rfqs.find((rfq) => rfq.role === 'MAKER')!
  const states: readonly State[] = [
    ['draft', { ...taker, state: 'DRAFT' }],
    ['dealt', taker, {}],
    ['filled', { ...taker, ...done, filled_quantity: '250' }, { state: 'FILLED', filled_at: now, venue_trade_id: 'BLOCK-38' }],
    ['rejected', taker, { state: 'REJECTED', rejection: 'not enough margin on the account of the other side' }],
    ['away', { ...maker, ...done, traded: false }],
    ['expired', { ...taker, state: 'CLOSED', closed_reason: 'EXPIRED' }],
    ['canceled', { ...maker, state: 'CLOSED', closed_reason: 'CANCELED_BY_CREATOR' }],
  ]
  return states.map(([what, rfq, change]) => [what, { ...rfq, id: `r_${what}` }, change ?? undefined])
}

/** Every standing of a ticket, one below the other. */
export function TicketStates() {
  const [states] = useState(fillTrades)
  return (
    <div style={{ background: 'var(--panel)', margin: 24, width: 372 }}>
      {states.map(([what, rfq]) => (
        <Standing key={what} rfq={rfq} />
      ))}
      <div style={{ padding: 16 }}>
        <Steps
          steps={[
            { word: 'Pressed', at: now },
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
  useLive.setState({ trades: new Map(trades.map((one) => [one.id, one])) })
  return states
}

/** The main table without a server: what it shows when it is empty, and what a chip and a heading count. */
import { describe, expect, it } from 'vitest'
import { listOf } from '../../../../test/frames.ts'
import { tradeOf } from '../../../../test/model.ts'
import { personOf } from '../../../../test/screen/people.ts'
import { button, isShown } from '../../../../test/tickets.tsx'
import { draw, leaveSeats, NOW, press, receive, screen, takeSeat, until } from '../../../../test/trading-desk.tsx'
import { useScreen } from '../../../live/screen-state.ts'
import { RfqTable } from './RfqTable.tsx'

leaveSeats()

const taker = personOf({ trading_desk: { ticker: 'AMBR', name: 'Amber Road', is_maker: false } })
const lists = { rfqs: [listOf('DIRECT', []), listOf('ORDER_BOOK', [])] } as const

describe('a table without open RFQs', () => {
  it('shows examples to a desk that has not traded, and the trades of today to one that has', async () => {
    takeSeat({ user: taker })
    receive({ rfqs: [...lists.rfqs] })
    draw(<RfqTable />)
    await until(() => expect(screen.getByRole('list', { name: 'Example RFQs' })).toBeDefined())
    const trades = [tradeOf({ id: 't_1', executedAt: NOW - 60_000 }), tradeOf({ id: 't_2', executedAt: NOW, state: 'REJECTED' }), tradeOf({ id: 't_3', executedAt: NOW - 86_400_000 })] // prettier-ignore
    receive({ trades: [listOf('DIRECT', trades)] })
    expect(isShown(/^Your desk has made 1 trade today\./)).toBe(true)
    expect(screen.queryByRole('list', { name: 'Example RFQs' })).toBeNull()
    press(button('Trades of today'))
    expect(useScreen.getState().wantedTab).toBe('trade-history')
  })
})

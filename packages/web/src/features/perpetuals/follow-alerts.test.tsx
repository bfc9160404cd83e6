import { perpetualCalls, type PerpetualAccountChangeView } from '@parley/contracts'
import { act, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { now } from '../../../test/perpetuals.ts'
import { answer, openPart, personOf } from '../../../test/screen/screen.tsx'
import { client } from '../../live/api.ts'
import { useDirectSocket } from '../../live/connection.ts'
import { useVenueAccounts } from '../../live/venue-accounts.ts'
import { followPerpetualAlerts } from './follow-alerts.ts'

/** Any screen that is not the one of perpetuals. */
function Elsewhere() {
  useEffect(followPerpetualAlerts, [])
  return <p>elsewhere</p>
}

const MARKET = 'BTC-USD-PERP'
const listed = {
  ...{ market: MARKET, base_currency: 'BTC', quote_currency: 'USD', settlement_currency: 'USDC', tick_size: '0.1' },
  ...{ quantity_increment: '0.00001', least_notional: '10', largest_order: '100', largest_position: '1000', largest_leverage: '50' },
  ...{ maker_fee: '0.01', taker_fee: '0.03', takes: 'ORDERS', funding_period_hours: 8, funding_rate: '0.01', next_funding_at: now },
  ...{ mark_price: '91470.4', index_price: '91459', last_price: null, bid_price: null, ask_price: null, change_24h: null },
  ...{ volume_24h: null, open_interest: null, at: now },
}
const nothing: PerpetualAccountChangeView = {
  ...{ account_name: 'perps', line: 'CONNECTED', failure: null, is_whole: false, summary: null },
  ...{ positions: [], orders: [], fills: [], funding_payments: [], margins: [] },
}
const position = (mark: string) => ({
  ...{ market: MARKET, side: 'LONG' as const, quantity: '4.2', entry_price: '90812.5', mark_price: mark, notional: null },
  ...{ unrealized_pnl: '0', unrealized_funding: '0', leverage: '10', margin: null, liquidation_price: '87354.2', changed_at: now },
})
const fill = {
  ...{ id: '31', order_id: null, client_id: null, market: MARKET, side: 'SELL' as const, price: '91689.2', quantity: '16' },
  ...{ role: 'TAKER' as const, fee: '440.11', fee_currency: 'USDC', realized_pnl: '-17839.2', kind: 'LIQUIDATION' as const, at: now },
}

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

async function show() {
  const opened = await openPart(<Elsewhere />, personOf(), [answer(perpetualCalls.listPerpetualMarkets, { results: [listed] } as never)])
  const account = { id: '1', venue: 'PRDX', name: 'perps', isDefault: true }
  const socket = client.socket({ cancelOnDisconnect: false })
  closing.push(() => socket.close())
  act(() => useDirectSocket.setState({ socket }))
  act(() => useVenueAccounts.setState({ accounts: { state: 'LOADED', data: [account as never] } }))
  return opened
}

describe('on another screen', () => {
  it('21.21 a liquidation is announced', async () => {
    const { wire } = await show()
    // The message is sent until the page has subscribed.
    await vi.waitFor(() => {
      act(() => wire.publish('perpetual_account', { ...nothing, fills: [fill] }))
      expect(screen.getByText('BTC position liquidated: sold 16.00000 at 91,689.2')).toBeDefined()
    })
  })

  it('21.19 a position that has come nearer to its liquidation is announced once', async () => {
    const { wire } = await show()
    await vi.waitFor(() => {
      act(() => wire.publish('perpetual_account', { ...nothing, is_whole: true, positions: [position('99000')] }))
      act(() => wire.publish('perpetual_account', { ...nothing, positions: [position('91470.4')] }))
      expect(screen.getByText('BTC long 4.20000: liquidation at 87,354.2, 4.5 % below the mark.')).toBeDefined()
    })
    expect(screen.queryAllByText(/^BTC long/)).toHaveLength(1)
  })
})

import { type ReactNode, useState } from 'react'
import { keptText, useKept } from '../../live/use-kept-setting.ts'
import { ListPanel } from '../blotter/ListPanel.tsx'
import { CancelTools } from './CancelTools.tsx'
import { isWorking } from './own-orders.ts'
import { MyOrders, OrderHistory } from './OwnOrders.tsx'
import { MyTrades, Positions, TradeTape } from './SpreadLists.tsx'
import styles from './SpreadPanel.module.css'
import { useSpreadMarket } from './spread-store.ts'

const tabs = ['orders', 'trades', 'tape', 'history', 'positions'] as const
type PanelTab = (typeof tabs)[number]
const names: Readonly<Record<PanelTab, string>> = {
  orders: 'My Orders',
  trades: 'My Trades',
  tape: 'Trade Tape',
  history: 'Order History',
  positions: 'Positions',
}

/** The width from which all tabs and tools fit. */
const ALL_TOOLS_PX = 1100

/** The desk's orders, trades and positions in all spreads, and the trade tape. */
export function SpreadPanel() {
  const [chosen, setTab] = useKept<PanelTab | undefined>('spread-tab', undefined, keptText(tabs))
  const working = useSpreadMarket(({ orders }) => [...orders.values()].filter(isWorking).length)
  const [hasOrders, setHasOrders] = useState(working > 0)
  if (working > 0 && !hasOrders) setHasOrders(true)
  // Until a person chooses, the panel shows the tape, and their own orders from the first one on.
  const tab = chosen ?? (hasOrders ? 'orders' : 'tape')
  return (
    <ListPanel
      label="Orders, trades and positions"
      tabs={tabs.map((id) => ({ id, label: names[id], count: id === 'orders' ? working : 0 }))}
      value={tab}
      onChange={setTab}
      allToolsPx={ALL_TOOLS_PX}
      styles={styles}
      tools={<CancelTools />}
    >
      {bodies[tab]}
    </ListPanel>
  )
}

const bodies: Readonly<Record<PanelTab, ReactNode>> = {
  orders: <MyOrders />,
  trades: <MyTrades />,
  tape: <TradeTape />,
  history: <OrderHistory />,
  positions: <Positions />,
}

import { useMemo, useRef, useState } from 'react'
import { CountBadge } from '../../components/Badge.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { tabId, Tabs } from '../../components/Tabs.tsx'
import { useWidth } from '../../components/use-width.ts'
import { keptText, useKept } from '../../live/use-kept-setting.ts'
import { ToolbarPlace } from '../blotter/toolbar.ts'
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
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const bar = useRef<HTMLDivElement>(null)
  const width = useWidth(bar)
  const isTight = width > 0 && width < ALL_TOOLS_PX
  const toolbar = useMemo(() => ({ place, isTight }), [place, isTight])
  const working = useSpreadMarket(({ orders }) => [...orders.values()].filter(isWorking).length)
  const [hasOrders, setHasOrders] = useState(working > 0)
  if (working > 0 && !hasOrders) setHasOrders(true)
  // Until a person chooses, the panel shows the tape, and their own orders from the first one on.
  const tab = chosen ?? (hasOrders ? 'orders' : 'tape')
  return (
    <section className={styles['panel']} aria-label="Orders, trades and positions">
      <div ref={bar} className={styles['bar']}>
        <Tabs
          label="Orders, trades and positions"
          value={tab}
          onChange={setTab}
          tabs={tabs.map((id) => ({
            id,
            label: (
              <>
                {names[id]}
                {id === 'orders' && working > 0 && <CountBadge>{working}</CountBadge>}
              </>
            ),
          }))}
        />
        <div ref={setPlace} className={styles['tools']} />
        <CancelTools />
      </div>
      <ToolbarPlace value={toolbar}>
        <div className={styles['body']} role="tabpanel" aria-labelledby={tabId(tab)}>
          {place === null ? <Skeleton lines={3} label={`Loading ${names[tab]}`} /> : <Body tab={tab} />}
        </div>
      </ToolbarPlace>
    </section>
  )
}

function Body({ tab }: { readonly tab: PanelTab }) {
  switch (tab) {
    case 'orders':
      return <MyOrders />
    case 'trades':
      return <MyTrades />
    case 'tape':
      return <TradeTape />
    case 'history':
      return <OrderHistory />
    case 'positions':
      return <Positions />
  }
}

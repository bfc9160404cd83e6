import { type ReactNode, useState } from 'react'
import { keptText, useKept } from '../../live/use-kept-setting.ts'
import { ListPanel } from '../blotter/ListPanel.tsx'
import { Fills, Funding } from './Fills.tsx'
import { OpenOrders, OrderHistory } from './Orders.tsx'
import { Positions } from './Positions.tsx'
import styles from './PerpetualPanel.module.css'
import { Pnl } from './Pnl.tsx'
import { Transfers } from './Transfers.tsx'
import { usePerpetuals } from './perpetual-store.ts'
import { useFills, useOpenOrders } from './use-perpetuals.ts'

const allTabs = ['positions', 'orders', 'fills', 'funding', 'pnl', 'history', 'transfers'] as const
export type PanelTab = (typeof allTabs)[number]
const names: Readonly<Record<PanelTab, string>> = {
  positions: 'Positions',
  orders: 'Open Orders',
  fills: 'Fills',
  funding: 'Funding',
  pnl: 'PnL',
  history: 'Order History',
  transfers: 'Transfers',
}

/** The width from which all tabs and tools fit. */
const ALL_TOOLS_PX = 900

/** A panel with some of the account's lists as tabs. */
export function PerpetualPanel({ tabs, keptAs }: { readonly tabs: readonly PanelTab[]; readonly keptAs: string }) {
  const [kept, setTab] = useKept<PanelTab | undefined>(keptAs, undefined, keptText(allTabs))
  const counts = useCounts()
  const filled = useFirstFilled(tabs, counts)
  // Until a person chooses, the panel shows the first list that had something to show.
  const tab = kept !== undefined && tabs.includes(kept) ? kept : (filled ?? tabs[0]!)
  return (
    <ListPanel
      label={tabs.map((one) => names[one]).join(', ')}
      tabs={tabs.map((id) => ({ id, label: names[id], count: counts[id] }))}
      value={tab}
      onChange={setTab}
      allToolsPx={ALL_TOOLS_PX}
      styles={styles}
    >
      {bodies[tab]}
    </ListPanel>
  )
}

/** It stays the same afterwards, so that no tab changes under the pointer. */
function useFirstFilled(tabs: readonly PanelTab[], counts: ReturnType<typeof useCounts>): PanelTab | undefined {
  const [first, setFirst] = useState<PanelTab>()
  const now = tabs.find((tab) => (counts[tab] ?? 0) > 0)
  if (first === undefined && now !== undefined) setFirst(now)
  return first ?? now
}

const bodies: Readonly<Record<PanelTab, ReactNode>> = {
  positions: <Positions />,
  orders: <OpenOrders />,
  fills: <Fills />,
  funding: <Funding />,
  pnl: <Pnl />,
  history: <OrderHistory />,
  transfers: <Transfers />,
}

function useCounts(): Readonly<Partial<Record<PanelTab, number>>> {
  const positions = usePerpetuals(({ account }) => account.positions.size)
  const { length: orders } = useOpenOrders()
  const { length: fills } = useFills()
  return { positions, orders, fills }
}

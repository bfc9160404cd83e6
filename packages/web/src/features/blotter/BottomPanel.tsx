import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { showBottom, useScreen } from '../../live/screen-state.ts'
import { useIsNarrow } from '../../components/use-media.ts'
import { CountBadge } from '../../components/Badge.tsx'
import { IconButton } from '../../components/Button.tsx'
import { tabId, Tabs } from '../../components/Tabs.tsx'
import { keptText, useKept } from '../../live/use-kept-setting.ts'
import { useLive } from '../../live/store.ts'
import { useDrafts } from '../../live/use-live.ts'
import { isResting } from '@parley/client'
import styles from './BottomPanel.module.css'
import { bottomLabel, type BottomTab, bottomTabs, firstTab } from './bottom-tabs.ts'
import { Drafts } from './Drafts.tsx'
import { OpenOrders } from './OpenOrders.tsx'
import { OrderHistory } from './OrderHistory.tsx'
import { Positions } from './Positions.tsx'
import { RfqHistory } from './RfqHistory.tsx'
import { ToolbarPlace } from './toolbar.ts'
import { TradeHistory } from './TradeHistory.tsx'
import { TradeTape } from './TradeTape.tsx'

export function BottomPanel() {
  const [tab, setTab] = useKept<BottomTab>('bottom-tab', firstTab, keptText(bottomTabs))
  const [toolbar, setToolbar] = useState<HTMLElement | null>(null)
  const isShown = useScreen((state) => state.isBottomShown)
  const isNarrow = useIsNarrow()
  const counts = useCounts()
  const wanted = useScreen((state) => state.wantedTab)
  useEffect(() => {
    const known = bottomTabs.find((one) => one === wanted)
    if (known === undefined) return
    setTab(known)
    useScreen.setState({ wantedTab: undefined })
  }, [wanted])
  return (
    <section className={styles['panel']} aria-label="Orders, trades and history">
      <div className={styles['bar']}>
        <Tabs
          label="Orders, trades and history"
          value={tab}
          onChange={(next) => {
            setTab(next)
            showBottom(true)
          }}
          tabs={bottomTabs.map((id) => ({
            id,
            label: (
              <>
                {bottomLabel[id]}
                {(counts[id] ?? 0) > 0 && <CountBadge>{counts[id]}</CountBadge>}
              </>
            ),
          }))}
        />
        <span className={styles['space']} />
        <div ref={setToolbar} className={styles['tools']} />
        {!isNarrow && (
          <IconButton label={isShown ? 'Hide the panel' : 'Show the panel'} onClick={() => showBottom(!isShown)}>
            {isShown ? <ChevronDown size={16} /> : <ChevronUp size={16} />}
          </IconButton>
        )}
      </div>
      {isShown && (
        <ToolbarPlace value={toolbar}>
          <div className={styles['body']} role="tabpanel" aria-labelledby={tabId(tab)}>
            <TabBody tab={tab} />
          </div>
        </ToolbarPlace>
      )}
    </section>
  )
}

function TabBody({ tab }: { readonly tab: BottomTab }) {
  switch (tab) {
    case 'positions':
      return <Positions />
    case 'rfqs-history':
      return <RfqHistory />
    case 'rfqs-drafts':
      return <Drafts />
    case 'open-orders':
      return <OpenOrders />
    case 'trade-tape':
      return <TradeTape />
    case 'order-history':
      return <OrderHistory />
    case 'trade-history':
      return <TradeHistory />
  }
}

function useCounts(): Partial<Record<BottomTab, number>> {
  const drafts = useDrafts().length
  const resting = useLive((live) => [...live.orders.values()].filter(isResting).length)
  return { 'rfqs-drafts': drafts, 'open-orders': resting }
}

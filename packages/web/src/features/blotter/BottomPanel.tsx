import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { showBottom, useScreen } from '../../live/screen-state.ts'
import { useIsNarrow } from '../../components/use-media.ts'
import { useWidth } from '../../components/use-width.ts'
import { IconButton } from '../../components/Button.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { tabId, Tabs } from '../../components/Tabs.tsx'
import { keptText, useKept } from '../../live/use-kept-setting.ts'
import { errorMessage } from '../../live/loadable.ts'
import { useSpreadDeals } from '../../live/spread-deals.ts'
import { useLive } from '../../live/store.ts'
import { useDrafts } from '../../live/use-live.ts'
import { usePositionTab } from '../../live/position-tab.ts'
import { isResting, type Trade } from '@parley/client'
import styles from './BottomPanel.module.css'
import { Blotter } from './Blotter.tsx'
import { bottomLabel, type BottomTab, bottomTabs, firstTab } from './bottom-tabs.ts'
import { ToolbarPlace } from './toolbar.ts'
import { TradeTape } from './TradeTape.tsx'
import { fetched } from '../../components/fetched.tsx'

const load = {
  Feed: () => import('../positions/feed.ts'),
  Spreads: () => import('./spreads/follow-spreads.ts'),
}
/** Starts following once the code for it is loaded. The returned function ends it. */
function following(follow: Promise<() => () => void>, onFailed: (error: unknown) => void): () => void {
  let isLeft = false
  let stop = () => {}
  follow.then((begin) => {
    if (!isLeft) stop = begin()
  }, onFailed)
  return () => {
    isLeft = true
    stop()
  }
}

/** The tabs show their counts before they are opened. */
const followPositions = () =>
  following(
    load.Feed().then((feed) => feed.followPositions),
    () => undefined,
  )

function useSpreadsFollowed(): void {
  const [attempt, again] = useReducer((before: number) => before + 1, 0)
  useEffect(
    () =>
      following(
        load.Spreads().then((part) => part.followSpreads),
        (error) => useSpreadDeals.setState({ failed: { state: 'FAILED', words: errorMessage(error), retry: again } }),
      ),
    [attempt],
  )
}

const loading = (tab: BottomTab) => <Skeleton lines={3} label={`Loading ${bottomLabel[tab]}`} />
/** All lists except the first are loaded after the first screen. */
const Drafts = fetched(() => import('./Drafts.tsx').then((part) => part.Drafts), loading('rfqs-drafts'))
const OpenOrders = fetched(() => import('./OpenOrders.tsx').then((part) => part.OpenOrders), loading('open-orders'))
const Positions = fetched(() => import('./Positions.tsx').then((part) => part.Positions), loading('positions'))
const RfqHistory = fetched(() => import('./RfqHistory.tsx').then((part) => part.RfqHistory), loading('rfqs-history'))
const OrderHistory = fetched(() => import('./OrderHistory.tsx').then((part) => part.OrderHistory), loading('order-history'))
const TradeHistory = fetched(() => import('./TradeHistory.tsx').then((part) => part.TradeHistory), loading('trade-history'))
const tabParts = [Drafts, OpenOrders, Positions, RfqHistory, OrderHistory, TradeHistory]

export function BottomPanel() {
  const [tab, setTab] = useKept<BottomTab>('bottom-tab', firstTab, keptText(bottomTabs))
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const bar = useRef<HTMLDivElement>(null)
  const width = useWidth(bar)
  const isTight = width > 0 && width < (tab === 'open-orders' ? PULL_TOOLS_PX : ALL_TOOLS_PX)
  const isShown = useScreen((state) => state.isBottomShown)
  const isNarrow = useIsNarrow()
  const toolbar = useMemo(() => ({ place, isTight: isTight && !isNarrow }), [place, isTight, isNarrow])
  const counts = useCounts()
  const wanted = useScreen((state) => state.wantedTab)
  useEffect(() => {
    for (const part of tabParts) part.fetch()
  }, [])
  useEffect(followPositions, [])
  useSpreadsFollowed()
  useEffect(() => {
    const known = bottomTabs.find((one) => one === wanted)
    if (known === undefined) return
    setTab(known)
    useScreen.setState({ wantedTab: undefined })
  }, [wanted, setTab])
  return (
    <section className={styles['panel']} aria-label="Orders, trades and history">
      <div ref={bar} className={styles['bar']}>
        <Tabs
          label="Orders, trades and history"
          value={tab}
          onChange={(next) => {
            setTab(next)
            showBottom(true)
          }}
          tabs={bottomTabs.map((id) => ({ id, label: <TabName of={id} />, count: counts[id] }))}
        />
        <div ref={setPlace} className={styles['tools']} />
        {!isNarrow && (
          <IconButton className={styles['fold']} label={isShown ? 'Hide the panel' : 'Show the panel'} onClick={() => showBottom(!isShown)}>
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

/** At this width there is room for all tabs and the tools of any tab, except the cancel buttons. */
const ALL_TOOLS_PX = 1100
/** Room for those as well, with a selection. */
const PULL_TOOLS_PX = 1500

/** In a narrow window the tab labels are shortened. */
const spareWord: Partial<Readonly<Record<BottomTab, string>>> = { 'rfqs-drafts': 'RFQ ', 'open-orders': 'Open ', 'trade-tape': 'Trade ' }

function TabName({ of }: { readonly of: BottomTab }) {
  const spare = spareWord[of] ?? ''
  return (
    <span>
      {spare !== '' && <span className={styles['spare']}>{spare}</span>}
      {bottomLabel[of].slice(spare.length)}
    </span>
  )
}

function TabBody({ tab }: { readonly tab: BottomTab }) {
  switch (tab) {
    case 'positions':
      return <Positions table={Blotter} />
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

/** The desk has to confirm the booking, or there is a dispute. */
const isToBook = ({ booking }: Trade): boolean =>
  booking?.state === 'DISPUTED' || (booking?.state === 'WAITING' && booking.mine === undefined)

function useCounts(): Partial<Record<BottomTab, number>> {
  const drafts = useDrafts().length
  const asked = useLive((live) => [...live.orders.values()].filter(isResting).length)
  const ofSpreads = useSpreadDeals((deals) => [...deals.orders.values()].filter(isResting).length)
  const positions = usePositionTab(({ count }) => count)
  const toBook = useLive((live) => [...live.trades.values()].filter(isToBook).length)
  return { positions, 'rfqs-drafts': drafts, 'open-orders': asked + ofSpreads, 'trade-history': toBook }
}

import { ChevronDown, ChevronUp } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { showBottom, useScreen } from '../../live/screen-state.ts'
import { useIsNarrow } from '../../components/use-media.ts'
import { useWidth } from '../../components/use-width.ts'
import { CountBadge } from '../../components/Badge.tsx'
import { IconButton } from '../../components/Button.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { tabId, Tabs } from '../../components/Tabs.tsx'
import { keptText, useKept } from '../../live/use-kept-setting.ts'
import { wordsOf } from '../../live/loadable.ts'
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

/** All but the list that a new person sees come behind the first screen. */
const load = {
  Drafts: () => import('./Drafts.tsx'),
  OpenOrders: () => import('./OpenOrders.tsx'),
  Positions: () => import('./Positions.tsx'),
  Feed: () => import('../positions/feed.ts'),
  Spreads: () => import('./spreads/follow-spreads.ts'),
  RfqHistory: () => import('./RfqHistory.tsx'),
  OrderHistory: () => import('./OrderHistory.tsx'),
  TradeHistory: () => import('./TradeHistory.tsx'),
}
/** Follows once the part of the page that does it is here. The answer ends it. */
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

/** The tabs say how many there are before they are opened. */
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
        (error) => useSpreadDeals.setState({ failed: { state: 'FAILED', words: wordsOf(error), retry: again } }),
      ),
    [attempt],
  )
}

const Drafts = lazy(() => load.Drafts().then((part) => ({ default: part.Drafts })))
const OpenOrders = lazy(() => load.OpenOrders().then((part) => ({ default: part.OpenOrders })))
const Positions = lazy(() => load.Positions().then((part) => ({ default: part.Positions })))
const RfqHistory = lazy(() => load.RfqHistory().then((part) => ({ default: part.RfqHistory })))
const OrderHistory = lazy(() => load.OrderHistory().then((part) => ({ default: part.OrderHistory })))
const TradeHistory = lazy(() => load.TradeHistory().then((part) => ({ default: part.TradeHistory })))

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
    for (const fetch of Object.values(load)) fetch().catch(() => undefined)
  }, [])
  useEffect(followPositions, [])
  useSpreadsFollowed()
  useEffect(() => {
    const known = bottomTabs.find((one) => one === wanted)
    if (known === undefined) return
    setTab(known)
    useScreen.setState({ wantedTab: undefined })
  }, [wanted])
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
          tabs={bottomTabs.map((id) => ({
            id,
            label: (
              <>
                <TabName of={id} />
                {(counts[id] ?? 0) > 0 && <CountBadge>{counts[id]}</CountBadge>}
              </>
            ),
          }))}
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
            <Suspense fallback={<Skeleton lines={3} label={`Loading ${bottomLabel[tab]}`} />}>
              <TabBody tab={tab} />
            </Suspense>
          </div>
        </ToolbarPlace>
      )}
    </section>
  )
}

/** So wide it has room for all tabs and the tools of any of them but the ways to pull. */
const ALL_TOOLS_PX = 1100
/** For those too, with a selection. */
const PULL_TOOLS_PX = 1500

/** In a narrow window the word goes that tells it from nothing. */
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

/** Its desk has to say that it booked it, or is in a dispute. */
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

import { GitCompareArrows } from 'lucide-react'
import { memo, useEffect } from 'react'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { DeskLayout } from '../../components/DeskLayout.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { ToMarkets } from '../../components/ToMarkets.tsx'
import { useIsNarrow } from '../../components/use-media.ts'
import { useChoiceInAddress, useKeptChoice } from '../../live/use-choice-in-address.ts'
import { usePanelSize } from '../../live/use-panel-size.ts'
import { useUser } from '../../live/session.ts'
import { BehindBar } from '../market-data/BehindBar.tsx'
import { FeedLine } from '../market-data/FeedLine.tsx'
import { Charts } from './Charts.tsx'
import { connectSpreads, findEnded, watchBook } from './connect-spreads.ts'
import { MatrixPanel } from './MatrixPanel.tsx'
import { PhoneSpreads } from './PhoneSpreads.tsx'
import { SpreadPanel } from './SpreadPanel.tsx'
import { SpreadTicket } from './SpreadTicket.tsx'
import styles from './Spreads.module.css'
import { useSpreadMarket } from './spread-store.ts'
import { chooseFamily, familyWith, keepStrategy, showStrategy, useSpreadScreen } from './spread-screen.ts'
import { useChosenStrategy, useFamilies, useFamily } from './use-spreads.ts'

const ticketPx = { least: 330, most: 760 } as const
/** On a wide window, the ladder and the form are next to each other. */
const usualTicketPx = (): number => (globalThis.innerWidth >= 1400 ? 660 : 352)
const bottomPx = { least: 110, most: 600 } as const
/** On a low window, the chart above gets the space. */
const usualBottomPx = (): number => (globalThis.innerHeight <= 800 ? 180 : 204)

/** Not redrawn when another spread is selected. */
const Panel = memo(SpreadPanel)

/** The Delta-1 Spreads screen: every listed pair of futures as a matrix, the ladder of one spread, and the desk’s lists. */
export function Spreads() {
  const isNarrow = useIsNarrow()
  const { id: userId } = useUser()
  useEffect(connectSpreads, [userId])
  const loading = useSpreadMarket((market) => market.loading)
  const strategy = useChosenStrategy()
  const chosen = useSpreadScreen(({ strategyId }) => strategyId)
  useStrategyInAddress(chosen)
  useListedFamily()
  useKeptChoice(chosen, strategy?.id, keepStrategy)
  useBookOf(strategy?.id)
  const ticketSize = usePanelSize('spread-ticket-width', { ...ticketPx, usual: usualTicketPx() })
  const bottomSize = usePanelSize('spread-bottom-height', { ...bottomPx, usual: usualBottomPx() })
  if (loading.state === 'LOADING') return <Skeleton lines={8} label="Loading spreads" />
  if (loading.state === 'FAILED') return <CouldNotLoad what="the spreads" words={loading.words} retry={loading.retry} />
  if (strategy === undefined) return <NothingListed />
  if (isNarrow) return <PhoneSpreads strategy={strategy} />
  return (
    <DeskLayout
      ticket={
        <div className={styles['ticket']} data-ticket>
          <SpreadTicket key={strategy.id} strategy={strategy} />
        </div>
      }
      ticketSize={ticketSize}
      bottom={<Panel />}
      bottomSize={bottomSize}
    >
      <FeedLine of={['SPREADS']} />
      <BehindBar what="The lists of spreads" of={loading} />
      <div className={styles['middle']}>
        <MatrixPanel chosen={strategy} />
        <Charts strategy={strategy} />
      </div>
    </DeskLayout>
  )
}

/** `/fs?strategy=…` selects a strategy, even an ended one. An unknown id does not change the selection. */
function useStrategyInAddress(chosen: string | undefined): void {
  const strategies = useSpreadMarket((market) => market.strategies)
  useChoiceInAddress({
    name: 'strategy',
    chosen,
    choose: async (id) => {
      const wanted = strategies.get(id) ?? (await findEnded(id))
      if (wanted !== undefined) showStrategy(wanted)
      return wanted !== undefined
    },
    isKnown: strategies.size > 0,
  })
}

/** If nothing is listed in the selected matrix, the most similar one with listed spreads is selected. */
function useListedFamily(): void {
  const family = useFamily()
  const families = useFamilies()
  useEffect(() => {
    const isListed = families.some(
      ({ venue, currency, margin }) => venue === family.venue && currency === family.currency && margin === family.margin,
    )
    const next = isListed ? undefined : familyWith(families, family, {})
    if (next !== undefined) chooseFamily(next)
  }, [families, family])
}

function useBookOf(id: string | undefined): void {
  useEffect(() => (id === undefined ? undefined : watchBook(id)), [id])
}

const NothingListed = () => (
  <Empty
    icon={GitCompareArrows}
    title="No spreads listed"
    text="Spreads appear here when a venue lists two futures that can settle together as a block."
    action={<ToMarkets />}
  />
)

import { GitCompareArrows } from 'lucide-react'
import { memo, useEffect } from 'react'
import { Button } from '../../components/Button.tsx'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { Empty } from '../../components/Empty.tsx'
import { navigate, useQuery } from '../../components/router.ts'
import { Skeleton } from '../../components/Skeleton.tsx'
import { Splitter } from '../../components/Splitter.tsx'
import { useIsNarrow } from '../../components/use-media.ts'
import { useToastPlace } from '../../components/use-toast-place.ts'
import { keptNumber, useKept } from '../../live/use-kept-setting.ts'
import { useUser } from '../../live/session.ts'
import { BehindBar } from '../market-data/BehindBar.tsx'
import { FeedLine } from '../market-data/FeedLine.tsx'
import { Charts } from './Charts.tsx'
import { connectSpreads, findEnded, readAgain, watchBook } from './connect-spreads.ts'
import { MatrixPanel } from './MatrixPanel.tsx'
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
const usualBottomPx = (): number => (globalThis.innerHeight <= 800 ? 148 : 204)

/** Not redrawn when another spread is selected. */
const Panel = memo(SpreadPanel)

/** The Delta-1 Spreads screen: every listed pair of futures as a matrix, the ladder of one spread, and the desk’s lists. */
export function Spreads() {
  const isNarrow = useIsNarrow()
  if (isNarrow)
    return (
      <Empty
        icon={GitCompareArrows}
        title="Delta-1 Spreads need a wider screen"
        text="The spread matrix and the ladder need at least 900 pixels. Your resting orders stay live, and the kill switch still cancels them."
        action={<Button onClick={() => navigate('/rfqs')}>Go to Unified Markets</Button>}
      />
    )
  return <DeskSpreads />
}

function DeskSpreads() {
  const { id: userId } = useUser()
  useEffect(connectSpreads, [userId])
  const loading = useSpreadMarket((market) => market.loading)
  const strategy = useChosenStrategy()
  useStrategyOfAddress()
  useListedFamily()
  useKeptChoice(strategy?.id)
  useBookOf(strategy?.id)
  const [ticket, setTicket] = useKept<number>('spread-ticket-width', usualTicketPx(), keptNumber(ticketPx.least, ticketPx.most))
  const [bottom, setBottom] = useKept<number>('spread-bottom-height', usualBottomPx(), keptNumber(bottomPx.least, bottomPx.most))
  useToastPlace(ticket, 0)
  if (loading.state === 'LOADING') return <Skeleton lines={8} label="Loading spreads" />
  if (loading.state === 'FAILED') return <CouldNotLoad what="the spreads" words={loading.words} retry={readAgain} />
  if (strategy === undefined) return <NothingListed />
  return (
    <div className={styles['desk']}>
      <div className={styles['left']}>
        <FeedLine of={['SPREADS']} />
        <BehindBar what="The lists of spreads" behind={loading.behind} onRetry={readAgain} />
        <div className={styles['middle']}>
          <MatrixPanel chosen={strategy} />
          <Charts strategy={strategy} />
        </div>
        <Splitter
          label="Height of the bottom panel"
          axis="down"
          size={bottom}
          least={bottomPx.least}
          most={bottomPx.most}
          onSize={setBottom}
          onReset={() => setBottom(usualBottomPx())}
        />
        <div className={styles['bottom']} style={{ height: bottom }}>
          <Panel />
        </div>
      </div>
      <Splitter
        label="Width of the ticket"
        axis="across"
        size={ticket}
        least={ticketPx.least}
        most={ticketPx.most}
        onSize={setTicket}
        onReset={() => setTicket(usualTicketPx())}
      />
      <aside className={styles['ticket']} style={{ width: ticket }} aria-label="Ticket" data-ticket>
        <SpreadTicket key={strategy.id} strategy={strategy} />
      </aside>
    </div>
  )
}

/** `/fs?strategy=…` selects a strategy from a link, even an ended one. An unknown id does not change the selection. */
function useStrategyOfAddress(): void {
  const id = useQuery('strategy')
  const strategies = useSpreadMarket((market) => market.strategies)
  useEffect(() => {
    if (id === '' || strategies.size === 0) return
    const wanted = strategies.get(id)
    if (wanted !== undefined) showStrategy(wanted)
    else void findEnded(id).then((ended) => ended !== undefined && showStrategy(ended))
    navigate('/fs', 'replace')
  }, [id, strategies])
}

/** A spread that ends while its ticket is open stays selected. */
function useKeptChoice(id: string | undefined): void {
  const chosen = useSpreadScreen(({ strategyId }) => strategyId)
  useEffect(() => {
    if (chosen === undefined && id !== undefined) keepStrategy(id)
  }, [chosen, id])
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
    action={<Button onClick={() => navigate('/rfqs')}>Go to Unified Markets</Button>}
  />
)

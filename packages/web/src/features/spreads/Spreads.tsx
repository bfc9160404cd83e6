import { GitCompareArrows } from 'lucide-react'
import { memo, useEffect } from 'react'
import { EmptyScreen } from '../../components/EmptyScreen.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Pane } from '../../components/Panes.tsx'
import { useIsNarrow } from '../../components/use-media.ts'
import { useChoiceInAddress, useKeptChoice } from '../../live/use-choice-in-address.ts'
import { useUser } from '../../live/session.ts'
import { TradingDesk } from '../market-data/TradingDesk.tsx'
import { Charts } from './Charts.tsx'
import { connectSpreads, findEnded, watchBook } from './connect-spreads.ts'
import { MatrixPanel } from './MatrixPanel.tsx'
import type { Strategy } from './model.ts'
import { PhoneSpreads } from './PhoneSpreads.tsx'
import { SpreadPanel } from './SpreadPanel.tsx'
import { SpreadTicket } from './SpreadTicket.tsx'
import { useSpreadMarket } from './spread-store.ts'
import { chooseFamily, familyWith, isOf, keepStrategy, showStrategy, useSpreadScreen } from './spread-screen.ts'
import { useChosenStrategy, useFamilies, useFamily } from './use-spreads.ts'

/** On a wide window, the ladder and the form are next to each other. */
const ticketPx = () => ({ keptAs: 'spread-ticket-width', least: 330, most: 760, usual: globalThis.innerWidth >= 1400 ? 660 : 352 })
/** On a low window, the chart above gets the space. */
const bottomPx = () => ({ keptAs: 'spread-bottom-height', least: 110, most: 600, usual: globalThis.innerHeight <= 800 ? 180 : 204 })

const nothingListed = {
  ...{ icon: GitCompareArrows, title: 'No spreads listed' },
  text: 'Spreads appear here when a venue lists two futures that can settle together as a block.',
}

/** Not redrawn when another spread is selected. */
const Panel = memo(SpreadPanel)

/** The Delta-1 Spreads screen: every listed pair of futures as a matrix, the ladder of one spread, and the desk’s lists. */
export function Spreads() {
  const { id: userId } = useUser()
  useEffect(connectSpreads, [userId])
  const { loading, strategies } = useSpreadMarket('loading', 'strategies')
  const strategy = useChosenStrategy()
  const chosen = useSpreadScreen(({ strategyId }) => strategyId)
  // `/fs?strategy=…` selects a strategy, even an ended one.
  const find = (id: string) => strategies.get(id) ?? findEnded(id)
  useChoiceInAddress({ name: 'strategy', chosen, find, choose: showStrategy, isKnown: strategies.size > 0 })
  useListedFamily()
  const shown = strategy?.id
  useKeptChoice(chosen, shown, keepStrategy)
  useEffect(() => (shown === undefined ? undefined : watchBook(shown)), [shown])
  return (
    <Loaded what="the spreads" of={loading}>
      {strategy === undefined ? <EmptyScreen {...nothingListed} /> : <OneSpread strategy={strategy} />}
    </Loaded>
  )
}

function OneSpread({ strategy }: { readonly strategy: Strategy }) {
  const loading = useSpreadMarket((market) => market.loading)
  if (useIsNarrow()) return <PhoneSpreads strategy={strategy} />
  const ticket = (
    <Pane isMeasured data-ticket>
      <SpreadTicket key={strategy.id} strategy={strategy} />
    </Pane>
  )
  return (
    <TradingDesk
      {...{ ticket, ticketPx: ticketPx(), bottom: <Panel />, bottomPx: bottomPx() }}
      feeds={['SPREADS']}
      behind={{ what: 'The lists of spreads', of: loading }}
    >
      <Pane scrolls>
        <MatrixPanel chosen={strategy} />
        <Charts strategy={strategy} />
      </Pane>
    </TradingDesk>
  )
}

/** If nothing is listed in the selected matrix, the most similar one with listed spreads is selected. */
function useListedFamily(): void {
  const family = useFamily()
  const families = useFamilies()
  useEffect(() => {
    const next = families.some(isOf(family)) ? undefined : familyWith(families, family, {})
    if (next !== undefined) chooseFamily(next)
  }, [families, family])
}

import { Infinity as Perpetual } from 'lucide-react'
import { useEffect } from 'react'
import { Pane, Panes } from '../../components/Panes.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { EmptyScreen } from '../../components/EmptyScreen.tsx'
import { useIsCompact, useIsLow, useIsNarrow } from '../../components/use-media.ts'
import { useDirectSocket } from '../../live/connection.ts'
import { useChoiceInAddress, useKeptChoice } from '../../live/use-choice-in-address.ts'
import { TradingDesk } from '../market-data/TradingDesk.tsx'
import { BookPanel } from './BookPanel.tsx'
import { CandleChart } from './CandleChart.tsx'
import { connectPerpetuals, watchMarket } from './connect-perpetuals.ts'
import { FreshFrame } from './FreshFrame.tsx'
import { MarketHead } from './MarketHead.tsx'
import { MarketList } from './MarketList.tsx'
import type { Market } from './model.ts'
import { PerpetualPanel } from './PerpetualPanel.tsx'
import { PerpetualTicket } from './PerpetualTicket.tsx'
import { chooseMarket, usePerpetualScreen } from './perpetual-screen.ts'
import { usePerpetuals } from './perpetual-store.ts'
import { PhonePerpetuals } from './PhonePerpetuals.tsx'
import { TradeList } from './TradeList.tsx'
import { usePerpetualEntry, usePositionMargins } from './use-perpetual-entry.ts'
import { useChosenMarket } from './use-perpetuals.ts'
import { TopLines } from './WarningStrip.tsx'

const ticketPx = { keptAs: 'perpetual-ticket-width', least: 330, usual: 372, most: 560 } as const
const bottomPx = { least: 110, most: 700 } as const

/** The perpetuals screen: the markets, the chart and order book of one market, and the desk’s account. */
export function Perpetuals() {
  const socket = useDirectSocket(({ socket: line }) => line)
  useEffect(() => (socket === undefined ? undefined : connectPerpetuals(socket)), [socket])
  const { markets, refused, line } = usePerpetuals('markets', 'refused', 'line')
  const market = useChosenMarket()
  const chosen = usePerpetualScreen((screen) => screen.market)
  const shown = market?.name
  useKeptChoice(chosen, shown, chooseMarket)
  // `/paradex?market=…` selects a market.
  const find = (name: string) => markets.get(name)?.name
  useChoiceInAddress({ name: 'market', chosen, find, choose: chooseMarket, isKnown: markets.size > 0 })
  useEffect(() => (socket === undefined || shown === undefined ? undefined : watchMarket(socket, shown)), [socket, shown])
  usePositionMargins()
  const isNarrow = useIsNarrow()
  if (refused !== undefined) return <EmptyScreen icon={Perpetual} title="Perpetuals not available" text={refused} />
  if (market !== undefined)
    return isNarrow ? <PhonePerpetuals key={market.name} market={market} /> : <DeskPerpetuals key={market.name} market={market} />
  if (line === undefined) return <Skeleton lines={8} label="Loading perpetuals" />
  const text = 'There is no data from Paradex. Its markets appear here when the connection is back.'
  return <EmptyScreen icon={Perpetual} title="No markets" text={text} />
}

function DeskPerpetuals({ market }: { readonly market: Market }) {
  const isCompact = useIsCompact()
  const isLow = useIsLow()
  const entry = usePerpetualEntry(market)
  const history = usePerpetuals((held) => held.history)
  return (
    <FreshFrame market={market}>
      <TradingDesk
        ticket={<PerpetualTicket market={market} entry={entry} />}
        ticketPx={ticketPx}
        bottom={isCompact || isLow ? <OneList /> : <TwoLists />}
        bottomPx={{ ...bottomPx, keptAs: `perpetual-bottom-height-${isLow ? 'low' : 'high'}`, usual: isLow ? 190 : 330 }}
        behind={{ what: 'The fills and past orders', of: history }}
        above={<TopLines />}
      >
        <Panes>
          {!isCompact && (
            <Pane px={403}>
              <MarketList chosen={market} />
            </Pane>
          )}
          <Pane>
            <MarketHead market={market} />
            <Panes>
              <CandleChart market={market} entry={entry} />
              <Pane px={252}>
                <BookPanel market={market} onPick={(price) => entry.act({ kind: 'pricePicked', price })} />
                <TradeList market={market} />
              </Pane>
            </Panes>
          </Pane>
        </Panes>
      </TradingDesk>
    </FreshFrame>
  )
}

const OneList = () => (
  <PerpetualPanel keptAs="perpetual-tab" tabs={['positions', 'orders', 'fills', 'funding', 'pnl', 'history', 'transfers']} />
)

const TwoLists = () => (
  <>
    <PerpetualPanel keptAs="perpetual-upper-tab" tabs={['positions', 'history', 'pnl', 'transfers']} />
    <Panes isBelow>
      <Pane share={1.2}>
        <PerpetualPanel keptAs="perpetual-orders-tab" tabs={['orders']} />
      </Pane>
      <PerpetualPanel keptAs="perpetual-fills-tab" tabs={['fills', 'funding']} />
    </Panes>
  </>
)

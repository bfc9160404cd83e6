import { Infinity as Perpetual } from 'lucide-react'
import { useEffect } from 'react'
import { DeskLayout } from '../../components/DeskLayout.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { ToMarkets } from '../../components/ToMarkets.tsx'
import { useIsCompact, useIsLow, useIsNarrow } from '../../components/use-media.ts'
import { useDirectSocket } from '../../live/connection.ts'
import { useChoiceInAddress, useKeptChoice } from '../../live/use-choice-in-address.ts'
import { usePanelSize } from '../../live/use-panel-size.ts'
import { BehindBar } from '../market-data/BehindBar.tsx'
import { BookPanel } from './BookPanel.tsx'
import { CandleChart } from './CandleChart.tsx'
import { connectPerpetuals, loseBook, watchMarket } from './connect-perpetuals.ts'
import { FreshFrame } from './FreshFrame.tsx'
import { MarketHead } from './MarketHead.tsx'
import { MarketList } from './MarketList.tsx'
import type { Market } from './model.ts'
import { PerpetualPanel } from './PerpetualPanel.tsx'
import { PerpetualTicket } from './PerpetualTicket.tsx'
import styles from './Perpetuals.module.css'
import { chooseMarket, usePerpetualScreen } from './perpetual-screen.ts'
import { usePerpetuals } from './perpetual-store.ts'
import { PhonePerpetuals } from './PhonePerpetuals.tsx'
import { TradeList } from './TradeList.tsx'
import { usePerpetualEntry, usePositionMargins } from './use-perpetual-entry.ts'
import { useChosenMarket } from './use-perpetuals.ts'
import { TopLines } from './WarningStrip.tsx'

const ticketPx = { least: 330, usual: 372, most: 560 } as const
const bottomPx = { least: 110, most: 700 } as const

/** The perpetuals screen: the markets, the chart and order book of one market, and the desk’s account. */
export function Perpetuals() {
  const socket = useDirectSocket(({ socket: line }) => line)
  useEffect(() => (socket === undefined ? undefined : connectPerpetuals(socket)), [socket])
  const market = useChosenMarket()
  const chosen = usePerpetualScreen((screen) => screen.market)
  useKeptChoice(chosen, market?.name, chooseMarket)
  useMarketInAddress(chosen)
  useWatched(market?.name)
  usePositionMargins()
  const refused = usePerpetuals((held) => held.refused)
  const isNarrow = useIsNarrow()
  const isKnown = usePerpetuals(({ line }) => line !== undefined)
  if (refused !== undefined) return <Empty icon={Perpetual} title="Perpetuals not available" text={refused} action={<ToMarkets />} />
  if (market === undefined)
    return isKnown ? (
      <Empty
        icon={Perpetual}
        title="No markets"
        text="There is no data from Paradex. Its markets appear here when the connection is back."
        action={<ToMarkets />}
      />
    ) : (
      <Skeleton lines={8} label="Loading perpetuals" />
    )
  return isNarrow ? <PhonePerpetuals key={market.name} market={market} /> : <DeskPerpetuals key={market.name} market={market} />
}

/** `/paradex?market=…` selects a market. An unknown name does not change the selection. */
function useMarketInAddress(chosen: string | undefined): void {
  const markets = usePerpetuals((held) => held.markets)
  useChoiceInAddress({
    name: 'market',
    chosen,
    choose: (name) => {
      if (markets.has(name)) chooseMarket(name)
      return markets.has(name)
    },
    isKnown: markets.size > 0,
  })
}

/** Follows the book and trades of the selected market. After a disconnection the book is unknown until it arrives complete. */
function useWatched(market: string | undefined): void {
  const socket = useDirectSocket(({ socket: line }) => line)
  useEffect(() => {
    if (socket === undefined || market === undefined) return
    const stop = watchMarket(socket, market)
    const stopListening = socket.onState((state) => state !== 'OPEN' && loseBook('The connection to the server was lost.'))
    return () => {
      stopListening()
      stop()
    }
  }, [socket, market])
}

function DeskPerpetuals({ market }: { readonly market: Market }) {
  const isCompact = useIsCompact()
  const isLow = useIsLow()
  const entry = usePerpetualEntry(market)
  const history = usePerpetuals((held) => held.history)
  const ticketSize = usePanelSize('perpetual-ticket-width', ticketPx)
  const bottomSize = usePanelSize(`perpetual-bottom-height-${isLow ? 'low' : 'high'}`, { ...bottomPx, usual: isLow ? 190 : 330 })
  return (
    <FreshFrame market={market} className={styles['fresh']}>
      <DeskLayout
        ticket={<PerpetualTicket market={market} entry={entry} />}
        ticketSize={ticketSize}
        bottom={isCompact || isLow ? <OneList /> : <TwoLists />}
        bottomSize={bottomSize}
      >
        <TopLines />
        <BehindBar what="The fills and past orders" of={history} />
        <div className={styles['middle']}>
          {!isCompact && (
            <div className={styles['list']}>
              <MarketList chosen={market} />
            </div>
          )}
          <div className={styles['market']}>
            <MarketHead market={market} />
            <div className={styles['pictures']}>
              <CandleChart market={market} entry={entry} />
              <div className={styles['depth']}>
                <BookPanel market={market} onPick={(price) => entry.act({ kind: 'pricePicked', price })} />
                <TradeList market={market} />
              </div>
            </div>
          </div>
        </div>
      </DeskLayout>
    </FreshFrame>
  )
}

const OneList = () => (
  <PerpetualPanel keptAs="perpetual-tab" tabs={['positions', 'orders', 'fills', 'funding', 'pnl', 'history', 'transfers']} />
)

const TwoLists = () => (
  <>
    <PerpetualPanel keptAs="perpetual-upper-tab" tabs={['positions', 'history', 'pnl', 'transfers']} />
    <div className={styles['lower']}>
      <PerpetualPanel keptAs="perpetual-orders-tab" tabs={['orders']} />
      <PerpetualPanel keptAs="perpetual-fills-tab" tabs={['fills', 'funding']} />
    </div>
  </>
)

import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { tabId, Tabs } from '../../components/Tabs.tsx'
import { AccountFigures } from './AccountFigures.tsx'
import { BookPanel } from './BookPanel.tsx'
import { CandleChart } from './CandleChart.tsx'
import { Fills, Funding } from './Fills.tsx'
import { FreshFrame } from './FreshFrame.tsx'
import { MarginControls } from './MarginControls.tsx'
import { MarketHead } from './MarketHead.tsx'
import type { Market } from './model.ts'
import { NoAccount } from './NoAccount.tsx'
import { OpenOrders } from './Orders.tsx'
import { PerpetualOrder } from './PerpetualTicket.tsx'
import { Pnl } from './Pnl.tsx'
import styles from './PhonePerpetuals.module.css'
import { Card, ClosingLines, NoPositions, usePositionRows } from './Positions.tsx'
import { showTicket, usePerpetualScreen } from './perpetual-screen.ts'
import { usePerpetuals } from './perpetual-store.ts'
import { TradeList } from './TradeList.tsx'
import { usePerpetualEntry } from './use-perpetual-entry.ts'
import { useMarginOf, useOpenOrders } from './use-perpetuals.ts'
import { TopLines } from './WarningStrip.tsx'

type View = 'chart' | 'ladder' | 'trades' | 'account'
const views: readonly { readonly id: View; readonly label: string }[] = [
  { id: 'chart', label: 'Chart' },
  { id: 'ladder', label: 'Ladder' },
  { id: 'trades', label: 'Trades' },
  { id: 'account', label: 'Account' },
]
type Own = 'positions' | 'orders' | 'fills' | 'funding' | 'pnl'

/** One column: the market, a chart of it, the desk’s lists, and the ticket at the bottom. */
export function PhonePerpetuals({ market }: { readonly market: Market }) {
  const entry = usePerpetualEntry(market)
  const [view, setView] = useState<View>('chart')
  const isOpen = usePerpetualScreen((screen) => screen.isTicketShown)
  const hasNone = usePerpetuals(({ account }) => account.line === 'NO_ACCOUNT')
  return (
    <FreshFrame market={market} className={styles['phone']}>
      <div className={styles['scroll']}>
        <TopLines />
        <MarketHead market={market} />
        <Tabs label="Market view" tabs={views} value={view} onChange={setView} />
        <div className={styles['view']} role="tabpanel" aria-labelledby={tabId(view)}>
          {view === 'chart' && <CandleChart market={market} entry={entry} />}
          {view === 'ladder' && <BookPanel market={market} onPick={(price) => entry.act({ kind: 'pricePicked', price })} />}
          {view === 'trades' && <TradeList market={market} />}
          {view === 'account' && (hasNone ? <NoAccount /> : <Account market={market} />)}
        </div>
        {hasNone ? view !== 'account' && <NoAccount /> : <OwnLists />}
      </div>
      <div className={styles['sheet']}>
        {isOpen ? (
          <>
            <div className={styles['sheetHead']}>
              <b>{market.name}</b>
              <MarginText market={market} />
              <Button kind="quiet" aria-label="Close the ticket" onClick={() => showTicket(false)}>
                <X size={18} aria-hidden="true" />
              </Button>
            </div>
            {hasNone ? <NoAccount /> : <PerpetualOrder market={market} entry={entry} />}
          </>
        ) : (
          <div className={styles['more']}>
            <Button kind="primary" size="large" onClick={() => showTicket(true)}>
              Trade {market.base}
            </Button>
          </div>
        )}
      </div>
    </FreshFrame>
  )
}

/** The margin mode and leverage, which are set under Account. */
function MarginText({ market }: { readonly market: Market }) {
  const margin = useMarginOf(market.name)
  return <span>{margin === undefined ? '' : `${margin.mode === 'CROSS' ? 'Cross' : 'Isolated'} ${margin.leverage}×`}</span>
}

const Account = ({ market }: { readonly market: Market }) => (
  <div className={styles['scroll']}>
    <MarginControls market={market} />
    <AccountFigures />
  </div>
)

function OwnLists() {
  const [own, setOwn] = useState<Own>('positions')
  const rows = usePositionRows()
  const { length: orders } = useOpenOrders()
  return (
    <div className={styles['own']}>
      <Tabs<Own>
        label="Your account"
        value={own}
        onChange={setOwn}
        tabs={[
          { id: 'positions', label: 'Positions', count: rows.length },
          { id: 'orders', label: 'Orders', count: orders },
          { id: 'fills', label: 'Fills' },
          { id: 'funding', label: 'Funding' },
          { id: 'pnl', label: 'PnL' },
        ]}
      />
      <div className={styles['own']} role="tabpanel" aria-labelledby={tabId(own)}>
        {own === 'positions' && (rows.length === 0 ? <NoPositions /> : rows.map((row) => <Card key={row.id} row={row} />))}
        {own === 'positions' && <ClosingLines />}
        {own === 'orders' && <OpenOrders />}
        {own === 'fills' && <Fills />}
        {own === 'funding' && <Funding />}
        {own === 'pnl' && <Pnl />}
      </div>
    </div>
  )
}

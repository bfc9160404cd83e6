import { useEffect, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { tabId, Tabs } from '../../components/Tabs.tsx'
import { setOneClick } from '../../live/one-click.ts'
import { FeedLine } from '../market-data/FeedLine.tsx'
import { useCancelReason } from '../../live/trade-reasons.ts'
import { Charts } from './Charts.tsx'
import { MatrixPanel } from './MatrixPanel.tsx'
import { restingOf, type Strategy } from './model.ts'
import { sideWord } from './order-text.ts'
import styles from './PhoneSpreads.module.css'
import { SpreadPanel } from './SpreadPanel.tsx'
import { SpreadTicket } from './SpreadTicket.tsx'
import { shortAmount, spreadPriceText } from './strategy-text.ts'
import { useSpreadCancelling } from './use-order-sending.ts'
import { useWorking } from './use-spreads.ts'

const views = [
  { id: 'ladder', label: 'Ladder' },
  { id: 'all', label: 'All spreads' },
  { id: 'chart', label: 'Chart' },
  { id: 'lists', label: 'Lists' },
] as const
type View = (typeof views)[number]['id']

/** One column for one thumb. A tap on the ladder only fills in the form, and 1-click does not exist (rulebook 21.18). */
export function PhoneSpreads({ strategy }: { readonly strategy: Strategy }) {
  const [view, setView] = useState<View>('ladder')
  useEffect(() => setOneClick('SPREADS', false), [])
  return (
    <div className={styles['phone']}>
      <FeedLine of={['SPREADS']} />
      <Tabs label="View" tabs={views} value={view} onChange={setView} />
      <div className={styles['view']} role="tabpanel" aria-labelledby={tabId(view)}>
        {view === 'ladder' && (
          <>
            <Resting strategy={strategy} />
            <SpreadTicket key={strategy.id} strategy={strategy} />
          </>
        )}
        {view === 'all' && <MatrixPanel chosen={strategy} />}
        {view === 'chart' && <Charts strategy={strategy} />}
        {view === 'lists' && <SpreadPanel />}
      </div>
    </div>
  )
}

/** The desk's resting orders in the spread, above everything else, so that a cancel never needs a scroll. */
function Resting({ strategy }: { readonly strategy: Strategy }) {
  const orders = useWorking(strategy.id)
  const cancelling = useSpreadCancelling()
  const reason = useCancelReason()
  if (orders.length === 0) return null
  return (
    <ul className={styles['resting']} aria-label="Your open orders in this spread">
      {orders.map((order) => {
        const at = order.price === undefined ? 'market' : spreadPriceText(order.price, strategy)
        const what = `${sideWord(order.side)} ${shortAmount(restingOf(order))} @ ${at}`
        return (
          <li key={order.id}>
            <b>{what}</b>
            <Button
              isBusy={cancelling.isBusy(order.id)}
              disabledReason={reason}
              aria-label={`Cancel: ${what}`}
              onClick={() => void cancelling.one(order)}
            >
              Cancel
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

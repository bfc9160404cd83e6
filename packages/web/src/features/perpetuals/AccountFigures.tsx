import { XCircle } from 'lucide-react'
import { StatusBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { figureText } from '../../components/known-figure.ts'
import { CloseAll } from './CloseAll.tsx'
import { useCancelReason } from '../../live/trade-reasons.ts'
import { marginInOrders } from './margin-in-orders.ts'
import styles from './PerpetualTicket.module.css'
import { totalsOf, usePositionRows } from './Positions.tsx'
import { usePerpetuals } from './perpetual-store.ts'
import { useOpenOrders } from './use-perpetuals.ts'
import { usePerpetualCancelling } from './use-perpetual-sending.ts'

/** The figures of the desk's account at the venue, the state of its connection, and a button that cancels all orders. */
export function AccountFigures() {
  const summary = usePerpetuals(({ account }) => account.summary)
  const line = usePerpetuals(({ account }) => account.line)
  const failure = usePerpetuals(({ account }) => account.failure)
  const positions = usePerpetuals(({ account }) => account.positions)
  const orders = useOpenOrders()
  const inOrders = summary === undefined ? 0 : marginInOrders(summary, positions.values(), orders)
  const rows = usePositionRows()
  const unrealised = rows.length === positions.size ? totalsOf(rows).profit : (summary?.profit ?? 0)
  const isOpen = line === 'CONNECTED'
  const maintained = summary === undefined || summary.equity <= 0 ? undefined : (summary.maintenance / summary.equity) * 100
  return (
    <section className={styles['account']} aria-label="Account">
      <div className={styles['line']}>
        <h3>{summary?.account ?? 'Account'}</h3>
        <StatusBadge tone={isOpen ? 'open' : 'warn'}>{isOpen ? 'Open' : (failure ?? 'Not connected')}</StatusBadge>
      </div>
      {summary !== undefined && (
        <dl className={styles['figures']}>
          <Figure name={`Equity ${summary.currency}`} value={summary.equity} />
          <Figure name="Unrealised PnL" value={unrealised} />
          <Figure name="Initial margin" value={summary.marginUsed} />
          <Figure name="In orders" value={inOrders} />
          <Figure name="Free margin" value={summary.free} />
          <Figure name="Maintenance" value={summary.maintenance} />
          <div>
            <dt>Margin ratio</dt>
            <dd>{maintained === undefined ? '—' : `${figureText(maintained, 1)} %`}</dd>
          </div>
        </dl>
      )}
      <CancelAll />
      <CloseAll />
    </section>
  )
}

const Figure = ({ name, value }: { readonly name: string; readonly value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{figureText(value, 2)}</dd>
  </div>
)

/** Cancels in all markets, including orders placed outside Parley. */
export function CancelAll() {
  const { length: count } = useOpenOrders()
  const view = useCancelReason()
  const cancelling = usePerpetualCancelling()
  const reason = view ?? (count === 0 ? 'The account has no open orders.' : undefined)
  return (
    <Button
      kind="danger"
      icon={<XCircle size={14} aria-hidden="true" />}
      isBusy={cancelling.isBusy('all')}
      disabledReason={reason}
      onClick={() => void cancelling.all()}
    >
      {count === 1 ? 'Cancel 1 order' : `Cancel all ${count} orders`}
    </Button>
  )
}

import { useState } from 'react'
import { Copy, X } from 'lucide-react'
import type { RfqLegView, RfqView } from '@parley/contracts'
import { exactText } from '../../app/time-text.ts'
import { IconButton } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { toast } from '../../components/toasts.ts'
import type { Level } from '../../live/book.ts'
import { useBook, useMark, useNow, useRfq, useStructureMark } from '../../live/use-live.ts'
import { countdownText } from '../../app/time-text.ts'
import { classNames } from '../../theme/class-names.ts'
import { groupedText } from '../market-data/figure-text.ts'
import { priceDecimals, priceText, quantityText, ratioText, ratiosText, strategyName, structureText } from './structure-text.ts'
import type { Picked } from './ticket/picked.ts'
import { Trading } from './ticket/Trading.tsx'
import styles from './Ticket.module.css'

export type TicketProps = { readonly rfqId: string; readonly onClose: () => void }

/** One RFQ: its legs, and the quotes the viewer may see. */
export function Ticket({ rfqId, onClose }: TicketProps) {
  const rfq = useRfq(rfqId)
  const [picked, setPicked] = useState<Picked>()
  if (rfq === undefined) return <Empty icon={X} title="This RFQ has left the table" text="Closed RFQs are in RFQ History below." />
  return (
    <div className={styles['ticket']} data-ticket>
      <Head rfq={rfq} onClose={onClose} />
      <Legs legs={rfq.legs} />
      <Quotes rfq={rfq} onPick={setPicked} />
      <Trading rfq={rfq} picked={picked} />
    </div>
  )
}

function Head({ rfq, onClose }: { readonly rfq: RfqView; readonly onClose: () => void }) {
  const now = useNow(1_000)
  const copy = () =>
    void navigator.clipboard.writeText(rfq.id).then(() => toast({ key: 'copied', tone: 'done', title: 'Copied', text: rfq.id }))
  return (
    <header className={styles['head']}>
      <div className={styles['line']}>
        <h2 className={styles['title']}>{strategyName(rfq)}</h2>
        <button type="button" className={styles['id']} title={`${rfq.id}\nPress to copy`} onClick={copy}>
          r_{rfq.id.slice(-4)} <Copy size={11} aria-hidden="true" />
        </button>
        {rfq.state === 'OPEN' && (
          <span title={exactText(rfq.expires_at)}>
            expires <b>{countdownText(rfq.expires_at - now)}</b>
          </span>
        )}
        <IconButton label="Close the ticket" onClick={onClose}>
          <X size={15} />
        </IconButton>
      </div>
      <p className={styles['muted']}>
        {rfq.venue} · {rfq.base_currency} · {structureText(rfq.legs)} · {quantityText(rfq.quantity)} × ({ratiosText(rfq.legs)})
      </p>
    </header>
  )
}

const Legs = ({ legs }: { readonly legs: readonly RfqLegView[] }) => (
  <table className={styles['legs']}>
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">Ratio</span>
        </th>
        <th scope="col">Leg</th>
        <th scope="col">Mark</th>
        <th scope="col">IV</th>
      </tr>
    </thead>
    <tbody>
      {legs.map((leg) => (
        <Leg key={leg.instrument_id} leg={leg} />
      ))}
    </tbody>
  </table>
)

function Leg({ leg }: { readonly leg: RfqLegView }) {
  const mark = useMark(leg.instrument_id)
  return (
    <tr>
      <td className={leg.side === 'BUY' ? styles['bid'] : styles['ask']}>{ratioText(leg)}</td>
      <td>{leg.instrument_name}</td>
      <td>{leg.price ?? mark?.mark_price ?? '—'}</td>
      <td>{mark?.mark_iv == null ? '—' : Number(mark.mark_iv).toFixed(1)}</td>
    </tr>
  )
}

function Quotes({ rfq, onPick }: { readonly rfq: RfqView; readonly onPick: (picked: Picked) => void }) {
  const { bids, asks } = useBook(rfq.id)
  const mark = useStructureMark(rfq.legs)
  const decimals = priceDecimals(rfq)
  if (bids.length + asks.length === 0)
    return (
      <p className={classNames(styles['none'], styles['muted'])}>
        {rfq.role === 'TAKER' ? 'No maker has quoted yet.' : 'You have not quoted. Others’ quotes are hidden from you.'}
      </p>
    )
  const most = Math.max(...[...bids, ...asks].map((level) => Number(level.quantity)))
  const row = (level: Level) => (
    <li key={level.id} className={classNames(styles['level'], level.side === 'BUY' ? styles['bidLevel'] : styles['askLevel'])}>
      <i style={{ width: `${(Number(level.quantity) / most) * 100}%` }} aria-hidden="true" />
      <button
        type="button"
        className={styles['pick']}
        aria-label={`${level.side === 'BUY' ? 'Bid' : 'Ask'} ${level.price} for ${level.quantity} by ${level.isOwn ? 'you' : (level.deskName ?? 'an anonymous desk')}`}
        onClick={() => onPick({ price: level.price, quantity: level.quantity })}
      >
        <b>{priceText(level.price, decimals)}</b>
        <span>{quantityText(level.quantity)}</span>
        <span>{level.isOwn ? 'You' : (level.deskName ?? 'Anonymous')}</span>
      </button>
    </li>
  )
  const spread = bids[0] === undefined || asks[0] === undefined ? undefined : Number(asks[0].price) - Number(bids[0].price)
  return (
    <div className={styles['quotes']}>
      <ul aria-label="Asks">{asks.toReversed().map(row)}</ul>
      <p className={styles['middle']}>
        <span>{spread === undefined ? '' : `Spread ${groupedText(spread, decimals)}`}</span>
        <span>Mark {mark === undefined ? '—' : groupedText(mark, decimals)}</span>
      </p>
      <ul aria-label="Bids">{bids.map(row)}</ul>
    </div>
  )
}

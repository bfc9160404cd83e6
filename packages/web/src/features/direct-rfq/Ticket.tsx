import { useRef, useState } from 'react'
import { Copy, X } from 'lucide-react'
import type { RfqView } from '@parley/contracts'
import { countdownText, exactText } from '../../app/time-text.ts'
import { StatusBadge } from '../../components/Badge.tsx'
import { Button, IconButton } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { toast } from '../../components/toasts.ts'
import { useBook, useNow, useRfq } from '../../live/use-live.ts'
import { midOf } from '../group-rfq/book.ts'
import { quantityText, ratiosText, strategyName, structureText } from './structure-text.ts'
import { Decline, Declines } from './ticket/Decline.tsx'
import { MakerEntry } from './ticket/MakerEntry.tsx'
import type { Picked } from './ticket/picked.ts'
import { OwnOrders, Quotes } from './ticket/Quotes.tsx'
import { Risk } from './ticket/Risk.tsx'
import { Standing } from './ticket/Standing.tsx'
import { TakerEntry } from './ticket/TakerEntry.tsx'
import { TicketLegs } from './ticket/TicketLegs.tsx'
import { useStructure, type Known } from './ticket/use-structure.ts'
import styles from './Ticket.module.css'

export type TicketProps = { readonly rfqId: string; readonly onClose: () => void }

/** One RFQ: where it stands, its legs, the quotes the viewer may see, and what can be done with it. */
export function Ticket({ rfqId, onClose }: TicketProps) {
  const live = useRfq(rfqId)
  // What has ended stays before whoever is reading it, also after the table has let it go.
  const seen = useRef(live)
  if (live !== undefined) seen.current = live
  const rfq = seen.current
  if (rfq === undefined)
    return (
      <Empty
        icon={X}
        title="This RFQ has left the table"
        text="Closed RFQs are in RFQ History."
        action={<Button onClick={onClose}>Close</Button>}
      />
    )
  return rfq.role === 'TAKER' ? <TakerTicket rfq={rfq} onClose={onClose} /> : <MakerTicket rfq={rfq} onClose={onClose} />
}

type RoleTicketProps = { readonly rfq: RfqView; readonly onClose: () => void }

/** The entry is docked below what scrolls: quotes come and go above it, its buttons stay where they are. */
function TakerTicket({ rfq, onClose }: RoleTicketProps) {
  const known = useStructure(rfq)
  const mid = midOf(useBook(rfq.id))
  const [picked, setPicked] = useState<Picked>()
  const structure = known.state === 'KNOWN' ? known.structure : undefined
  return (
    <div className={styles['ticket']} data-ticket>
      <div className={styles['scroll']}>
        <Head rfq={rfq} onClose={onClose} />
        <Standing rfq={rfq} />
        <TicketLegs rfq={rfq} structure={structure} mid={mid} />
        <OwnOrders rfq={rfq} />
        <Quotes rfq={rfq} onPick={setPicked} />
        <Declines rfq={rfq} />
        {structure !== undefined && <Risk rfq={rfq} structure={structure} />}
      </div>
      {rfq.state === 'OPEN' && (
        <div className={styles['dock']}>
          {known.state === 'KNOWN' ? (
            <TakerEntry rfq={rfq} structure={known.structure} picked={picked} {...known.sizes} />
          ) : (
            <Unknown known={known} />
          )}
        </div>
      )}
    </div>
  )
}

/** A maker's first business is its price, so the entry stands above the quotes and the legs. */
function MakerTicket({ rfq, onClose }: RoleTicketProps) {
  const known = useStructure(rfq)
  const mid = midOf(useBook(rfq.id))
  const [picked, setPicked] = useState<Picked>()
  const structure = known.state === 'KNOWN' ? known.structure : undefined
  return (
    <div className={styles['ticket']} data-ticket>
      <div className={styles['scroll']}>
        <Head rfq={rfq} onClose={onClose} />
        <Standing rfq={rfq} />
        {rfq.state !== 'OPEN' ? null : known.state === 'KNOWN' ? (
          <MakerEntry rfq={rfq} structure={known.structure} picked={picked} {...known.sizes} />
        ) : (
          <Unknown known={known} />
        )}
        {rfq.state === 'OPEN' && <Decline rfq={rfq} />}
        <Quotes rfq={rfq} onPick={setPicked} />
        <TicketLegs rfq={rfq} structure={structure} mid={mid} />
        {structure !== undefined && <Risk rfq={rfq} structure={structure} />}
      </div>
    </div>
  )
}

export const Unknown = ({ known }: { readonly known: Known }) =>
  known.state === 'FAILED' ? (
    <p className={styles['failed']}>{known.words}</p>
  ) : (
    <div className={styles['loading']}>
      <Skeleton lines={4} label="Loading the instruments" />
    </div>
  )

function Head({ rfq, onClose }: RoleTicketProps) {
  const copy = () =>
    void navigator.clipboard.writeText(rfq.id).then(() => toast({ key: 'copied', tone: 'done', title: 'Copied', text: rfq.id }))
  const what = `${rfq.venue} · ${rfq.base_currency} · ${structureText(rfq.legs)} · ${quantityText(rfq.quantity)} × (${ratiosText(rfq.legs)})`
  const from = rfq.role === 'MAKER' ? (rfq.taker_desk_name ?? 'Anonymous') : undefined
  return (
    <header className={styles['head']}>
      <div className={styles['line']}>
        <h2 className={styles['title']}>{strategyName(rfq)}</h2>
        {rfq.declined_by_me && rfq.state === 'OPEN' && <StatusBadge tone="warn">Declined</StatusBadge>}
        <button type="button" className={styles['id']} title={`${rfq.id}\nPress to copy`} onClick={copy}>
          r_{rfq.id.slice(-4)} <Copy size={11} aria-hidden="true" />
        </button>
        {rfq.state === 'OPEN' && <Left rfq={rfq} />}
        <IconButton label="Close the ticket" onClick={onClose}>
          <X size={15} />
        </IconButton>
      </div>
      <div className={styles['line']}>
        <p className={styles['what']} title={what}>
          {what}
        </p>
        {from !== undefined && (
          <span className={styles['from']}>
            for <b>{from}</b>
          </span>
        )}
      </div>
    </header>
  )
}

const SOON_MS = 60_000

function Left({ rfq }: { readonly rfq: RfqView }) {
  const left = rfq.expires_at - useNow(1_000)
  return (
    <span title={exactText(rfq.expires_at)} className={left < SOON_MS ? styles['soon'] : undefined}>
      expires <b>{countdownText(left)}</b>
    </span>
  )
}

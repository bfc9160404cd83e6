import type { Rfq } from '@parley/client'
import { Copy, X } from 'lucide-react'
import { StatusBadge } from '../../../components/Badge.tsx'
import { IconButton } from '../../../components/Button.tsx'
import { ageText, countdownText, exactText } from '../../../components/time-text.ts'
import { toast } from '../../../components/toasts.ts'
import { audienceLook } from '../../../live/audiences.ts'
import { useIndex, useNow, useStaleAge } from '../../../live/use-live.ts'
import { groupedText } from '../../market-data/figure-text.ts'
import { CopyLineOfRfq } from '../../structure/CopyLine.tsx'
import { quantityText, ratiosText, strategyName, structureText } from '../../structure/structure-text.ts'
import styles from './Head.module.css'

type HeadProps = { readonly rfq: Rfq; readonly isDeclined: boolean; readonly onClose: () => void }

/** The structure, its name and its life, and beside them the taker or the state of the market. */
export function Head({ rfq, isDeclined, onClose }: HeadProps) {
  const { ticketWord, headAside } = audienceLook[rfq.audience]
  const what = [rfq.venue, rfq.baseCurrency, structureText(rfq.legs), sizeText(rfq)].join(' · ')
  return (
    <header className={styles['head']}>
      <div className={styles['line']}>
        <h2 className={styles['title']}>{strategyName(rfq)}</h2>
        {isDeclined && rfq.state === 'OPEN' && <StatusBadge tone="warn">Declined</StatusBadge>}
        {ticketWord !== undefined && <span>{ticketWord}</span>}
        <Id rfq={rfq} />
        {headAside === 'TAKER' && rfq.state === 'OPEN' && rfq.expiresAt !== undefined && <Left expiresAt={rfq.expiresAt} />}
        <IconButton label="Close the ticket" onClick={onClose}>
          <X size={15} />
        </IconButton>
      </div>
      <div className={styles['line']}>
        <p className={styles['what']} title={headAside === 'TAKER' ? what : `${what}${endsText(rfq)}`}>
          {what}
        </p>
        <CopyLineOfRfq rfq={rfq} />
        {headAside === 'TAKER' ? <From rfq={rfq} /> : <Index rfq={rfq} />}
      </div>
    </header>
  )
}

const sizeText = ({ quantity, legs }: Rfq): string =>
  quantity === undefined ? `(${ratiosText(legs)})` : `${quantityText(quantity)} × (${ratiosText(legs)})`

const endsText = ({ expiresAt }: Rfq): string => (expiresAt === undefined ? '' : `\nEnds ${exactText(expiresAt)}`)

/** As people call it; what is copied is what a program asks for. */
function Id({ rfq: { id, number } }: Pick<HeadProps, 'rfq'>) {
  const published = String(number ?? id)
  const copy = () =>
    void navigator.clipboard.writeText(published).then(() => toast({ key: 'copied', tone: 'done', title: 'Copied', text: published }))
  return (
    <button type="button" className={styles['id']} title={`${published}\nPress to copy`} onClick={copy}>
      {number === undefined ? `r_${id.slice(-4)}` : id} <Copy size={11} aria-hidden="true" />
    </button>
  )
}

function From({ rfq }: Pick<HeadProps, 'rfq'>) {
  if (rfq.role !== 'MAKER') return null
  return (
    <span className={styles['from']}>
      for <b>{rfq.takerDeskName ?? audienceLook[rfq.audience].unnamed}</b>
    </span>
  )
}

function Index({ rfq }: Pick<HeadProps, 'rfq'>) {
  const index = useIndex(rfq.baseCurrency, rfq.venue)
  const stale = useStaleAge(rfq.baseCurrency, rfq.venue)
  if (stale !== undefined) return <span className={styles['soon']}>marks stale · {ageText(stale)}</span>
  return <span className={styles['index']}>{index === undefined ? '' : `Index ${groupedText(Number(index.index_price), 2)}`}</span>
}

const SOON_MS = 60_000

function Left({ expiresAt }: { readonly expiresAt: number }) {
  const left = expiresAt - useNow(1_000)
  return (
    <span title={exactText(expiresAt)} className={left < SOON_MS ? styles['soon'] : undefined}>
      expires <b>{countdownText(left)}</b>
    </span>
  )
}

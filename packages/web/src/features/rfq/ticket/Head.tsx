import type { Rfq } from '@parley/client'
import { quantityText, strategyName } from '@parley/core'
import { Copy, X } from 'lucide-react'
import { StatusBadge } from '../../../components/Badge.tsx'
import { IconButton } from '../../../components/Button.tsx'
import { ageText, countdownText, exactText } from '../../../components/time-text.ts'
import { toast } from '../../../components/toasts.ts'
import { audienceLook } from '../../../live/audiences.ts'
import { useIndex, useNow, useStaleAge } from '../../../live/use-live.ts'
import { groupedText } from '../../../components/figure-text.ts'
import { CopyLineOfRfq } from '../../structure/CopyLine.tsx'
import { takerVerb } from '../../structure/one-sided.ts'
import { ratiosText } from '../../structure/structure-text.ts'
import { CancelRfq } from './CancelRfq.tsx'
import styles from './Head.module.css'
import { remainingOf } from './taker-form.ts'

type HeadProps = { readonly rfq: Rfq; readonly isDeclined: boolean; readonly onClose: () => void }

/** The structure, its name and its lifetime, with the taker or the state of the market. */
export function Head({ rfq, isDeclined, onClose }: HeadProps) {
  const { ticketWord, headAside } = audienceLook[rfq.audience]
  const groups = rfq.groups.length === 0 ? undefined : `asked ${rfq.groups.join(', ')}`
  const what = [ticketWord, rfq.venue, rfq.baseCurrency, sizeText(rfq), groups].filter(Boolean).join(' · ')
  const left = leftOf(rfq)
  return (
    <header className={styles['head']}>
      <div className={styles['line']}>
        <h2 className={styles['title']}>
          {strategyName(rfq)}
          {rfq.takerSide !== undefined && rfq.role === 'TAKER' && (
            <span className={styles['left']} title="Visible to makers">{` · you ${rfq.takerSide.toLowerCase()}`}</span>
          )}
          {left !== undefined && <span className={styles['left']}> · {quantityText(left)} left</span>}
        </h2>
        <Id rfq={rfq} />
        {headAside === 'TAKER' && rfq.state === 'OPEN' && rfq.expiresAt !== undefined && <Left expiresAt={rfq.expiresAt} />}
        <IconButton label="Close the ticket" keyOf="back" onClick={onClose}>
          <X size={15} />
        </IconButton>
      </div>
      <div className={styles['line']}>
        <p className={styles['what']} title={headAside === 'TAKER' ? what : `${what}${endsText(rfq)}`}>
          {what}
        </p>
        <CopyLineOfRfq rfq={rfq} />
        {isDeclined && rfq.state === 'OPEN' && <StatusBadge tone="warn">Declined</StatusBadge>}
        {headAside === 'TAKER' ? <From rfq={rfq} /> : <Index rfq={rfq} />}
        {rfq.audience === 'DIRECT' && rfq.role === 'TAKER' && rfq.state === 'OPEN' && (
          <CancelRfq rfq={rfq} reason={left === undefined || Number(left) > 0 ? undefined : 'Fully traded.'} />
        )}
      </div>
    </header>
  )
}

/** The legs are listed below, and the title contains the hedge. */
function sizeText({ quantity, legs }: Rfq): string {
  const ratios = `(${ratiosText(legs.filter((leg) => leg.price === undefined))})`
  return quantity === undefined ? ratios : `${quantityText(quantity)} × ${ratios}`
}

/** For an RFQ that was partly filled. Pending trades count as traded. */
function leftOf(rfq: Rfq): string | undefined {
  if (rfq.audience !== 'DIRECT' || rfq.role !== 'TAKER' || rfq.state !== 'OPEN' || rfq.quantity === undefined) return undefined
  const left = remainingOf({ ...rfq, quantity: rfq.quantity })
  return Number(left) < Number(rfq.quantity) ? left : undefined
}

const endsText = ({ expiresAt }: Rfq): string => (expiresAt === undefined ? '' : `\nEnds ${exactText(expiresAt)}`)

/** Shown as users call it. The copied text is the id that programs use. */
function Id({ rfq: { id, number } }: Pick<HeadProps, 'rfq'>) {
  const published = String(number ?? id)
  const copy = () =>
    void navigator.clipboard.writeText(published).then(() => toast({ key: 'copied', tone: 'done', title: 'Copied', text: published }))
  return (
    <button type="button" className={styles['id']} title={`${published} Click to copy`} onClick={copy}>
      {number === undefined ? `r_${id.slice(-4)}` : id} <Copy size={11} aria-hidden="true" />
    </button>
  )
}

function From({ rfq }: Pick<HeadProps, 'rfq'>) {
  const verb = takerVerb(rfq)
  if (rfq.role !== 'MAKER') return null
  return (
    <span className={styles['from']}>
      {verb === undefined && 'for '}
      <b>{rfq.takerDeskName ?? audienceLook[rfq.audience].unnamed}</b>
      {verb !== undefined && ` ${verb}`}
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
      left <b>{countdownText(left)}</b>
    </span>
  )
}

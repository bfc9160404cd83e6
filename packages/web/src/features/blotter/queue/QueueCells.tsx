/** The cells of the maker's queue. */
import type { Order } from '@parley/client'
import { priceText } from '@parley/core'
import { ageText, countdownText, exactText } from '../../../components/time-text.ts'
import { limits } from '../../../live/limits.ts'
import { useNow } from '../../../live/use-live.ts'
import { classNames } from '../../../theme/class-names.ts'
import { MINUS } from '../../../components/figure-text.ts'
import { untilText } from '../../protection/protection-text.ts'
import { cancelReasonText } from '../../rfq/cancel-reasons.ts'
import type { MakerSide } from '../../rfq/ticket/maker-form.ts'
import { usePulledBy } from '../../rfq/use-pulled-by.ts'
import { isLong } from '../row/RfqCells.tsx'
import type { QueueEntry } from './queue-entries.ts'
import { lifeLeft, type MakerState } from '../row/maker-state.ts'
import { type QueueRow, volVersus } from './queue-rows.ts'
import type { QueueOutcome } from './use-queue-sending.ts'
import styles from './Queue.module.css'

const SOON_MS = 60_000

/** A shrinking bar and the remaining time, amber in the last minute. */
export function TimeLeft({ row: { rfq } }: Pick<QueueRow, 'row'>) {
  const now = useNow(1_000)
  if (rfq.state !== 'OPEN' || rfq.expiresAt === undefined) return <span className={styles['muted']}>—</span>
  const left = rfq.expiresAt - now
  return (
    <span className={classNames(styles['left'], left < SOON_MS && styles['soon'])} title={`Expires ${exactText(rfq.expiresAt)}`}>
      <i aria-hidden="true">
        <i style={{ width: `${Math.round(lifeLeft(rfq, now) * 100)}%` }} />
      </i>
      {countdownText(left)}
    </span>
  )
}

const tones: Readonly<Record<MakerState, string>> = {
  NEW: 'new',
  PULLED: 'new',
  BEHIND: 'behind',
  QUOTED: 'quoted',
  BID_ONLY: 'quoted',
  ASK_ONLY: 'quoted',
  DEALT: 'dealt',
  MMP: 'mmp',
  DECLINED: 'plain',
  TRADED_AWAY: 'faint',
  OVER: 'faint',
}

const meanings: Partial<Readonly<Record<MakerState, string>>> = {
  NEW: 'You have not quoted this RFQ',
  BEHIND: 'The mark has moved by at least two ticks and a fifth of your width since you quoted',
  BID_ONLY: 'Only your bid is live',
  ASK_ONLY: 'Only your ask is live',
  DEALT: 'You traded here and have no live quote',
  MMP: 'One of your desk’s protections is blocking quotes here',
  DECLINED: 'You declined. Quoting reverses the decline',
}

export function StateBadge({ state, word, row }: Pick<QueueRow, 'state' | 'word' | 'row'>) {
  const pulledBy = usePulledBy(row.rfq.productCodes)
  const { pulled } = row.own
  const why = state === 'PULLED' && pulled !== undefined ? cancelReasonText(pulled.cancelCause, pulledBy(pulled)) : undefined
  return (
    <span
      className={classNames(styles['state'], styles[tones[state]])}
      title={why === undefined ? meanings[state] : `Your desk’s quote was cancelled ${why}. You have no live quote`}
    >
      {state === 'NEW' && <i aria-hidden="true" />}
      {word}
      {why !== undefined && <span className="visually-hidden"> {why}</span>}
    </span>
  )
}

/** In ticks. The sign makes it readable without colour. */
export function Moved({ moved, state }: Pick<QueueRow, 'moved' | 'state'>) {
  if (moved === undefined)
    return (
      <span className={styles['muted']} title="This screen did not receive the mark at that time">
        —
      </span>
    )
  if (moved === 0) return <span className={styles['muted']}>0</span>
  const since = state === 'NEW' || state === 'PULLED' ? 'since you were asked' : 'since you quoted'
  return (
    <span className={moved > 0 ? styles['up'] : styles['down']} title={`The mark moved ${moved} ticks ${since}`}>
      {moved > 0 ? '▲' : '▼'} {Math.abs(moved)}
    </span>
  )
}

export const movedText = ({ moved }: Pick<QueueRow, 'moved'>): string => (moved === undefined ? '' : String(moved))

const sideClass = { BUY: 'bid', SELL: 'ask' } as const

/** The resting price. For a selected row, the price that would be sent, dotted. */
export function OwnPrice({ entry, side }: { readonly entry: QueueEntry; readonly side: MakerSide }) {
  const price = shownPrice(entry, side)
  if (price === undefined) return <span className={styles['muted']}>—</span>
  const text = priceText(price.text, entry.row.decimals)
  return (
    <span
      className={classNames(price.isDotted ? styles['dotted'] : styles[sideClass[side]], isLong(text) && styles['long'])}
      title={price.isDotted ? 'Sent when you click Quote' : undefined}
    >
      {text}
    </span>
  )
}

export function shownPrice(entry: QueueEntry, side: MakerSide): { readonly text: string; readonly isDotted: boolean } | undefined {
  const line = entry.quote?.state === 'CAN' ? entry.quote.lines.find((one) => one.side === side) : undefined
  if (line !== undefined) return { text: line.price, isDotted: true }
  const own: Order | undefined = side === 'BUY' ? entry.bid : entry.ask
  return own === undefined ? undefined : { text: own.price, isDotted: false }
}

/** `−1.0 / +1.0`, or the reason why there is no price. After an action it shows the result for a moment. */
export function VolVersus({ entry }: { readonly entry: QueueEntry }) {
  if (entry.quote?.state === 'CANNOT')
    return (
      <span className={styles['refused']} title={entry.quote.reason}>
        not sent
      </span>
    )
  return entry.outcome === undefined || entry.quote !== undefined ? (
    <VolOrHeld entry={entry} />
  ) : (
    <Outcome entry={entry} outcome={entry.outcome} />
  )
}

const OUTCOME_MS = 10_000

function Outcome({ entry, outcome }: { readonly entry: QueueEntry; readonly outcome: QueueOutcome }) {
  const now = useNow(1_000)
  if (outcome.tone === 'DONE' && now - outcome.at > OUTCOME_MS) return <VolOrHeld entry={entry} />
  const ageMs = now - outcome.at
  const sent = ageMs >= limits.unansweredMs ? `no response ${ageText(ageMs)}` : 'sent…'
  return (
    <span className={styles[outcome.tone.toLowerCase()]} title={outcome.words}>
      {outcome.tone === 'DONE' ? '✓ accepted' : outcome.tone === 'SENT' ? sent : '✕ rejected'}
    </span>
  )
}

function VolOrHeld({ entry }: { readonly entry: QueueEntry }) {
  if (entry.state === 'MMP' && entry.held !== undefined) return <HeldUntil until={entry.held.until} limit={entry.held.limit} />
  const { pulled } = entry.row.own
  if (entry.state === 'PULLED' && entry.quote === undefined && pulled !== undefined)
    return <PulledBy order={pulled} products={entry.row.rfq.productCodes} />
  const text = volVersusText(entry)
  return <span className={styles['muted']}>{text === '' ? '—' : text}</span>
}

function HeldUntil({ until, limit }: { readonly until: number | null; readonly limit: string }) {
  const now = useNow(1_000)
  return (
    <span className={styles['muted']} title={`${limit} is blocking quotes here`}>
      {until === null ? 'until reset' : `back in ${untilText(until, now)}`}
    </span>
  )
}

/** The same text as elsewhere for the cancelled order. */
function PulledBy({ order, products }: { readonly order: Order; readonly products: readonly string[] }) {
  const why = cancelReasonText(order.cancelCause, usePulledBy(products)(order))
  return (
    <span className={styles['pulledBy']} title={`Cancelled ${why}, ${exactText(order.updatedAt ?? order.createdAt)}`} aria-hidden="true">
      {/* `by Lena Okafor (kill switch)` is longer than the column; the title has all of it. */}
      {why?.replace(/ \([^)]*\)$/, '')}
    </span>
  )
}

const MOST_SHOWN = 99

export function volVersusText(entry: QueueEntry): string {
  const texts = (['BUY', 'SELL'] as const).map((side) => {
    const price = shownPrice(entry, side)
    const vol = price === undefined ? undefined : volVersus(Number(price.text), entry)
    return vol === undefined || Math.abs(vol) > MOST_SHOWN ? '—' : signed(vol)
  })
  return texts.every((text) => text === '—') ? '' : texts.join(' / ')
}

function signed(vol: number): string {
  const text = Math.abs(vol).toFixed(1)
  return text === '0.0' ? text : `${vol < 0 ? MINUS : '+'}${text}`
}

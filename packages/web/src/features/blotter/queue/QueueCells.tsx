/** The cells of the maker's queue. */
import type { Order } from '@parley/client'
import { priceText } from '@parley/core'
import { countdownText, exactText } from '../../../components/time-text.ts'
import { useNow } from '../../../live/use-live.ts'
import { classNames } from '../../../theme/class-names.ts'
import { MINUS } from '../../market-data/figure-text.ts'
import { untilText } from '../../protection/protection-text.ts'
import { causeWords } from '../../rfq/cancel-words.ts'
import type { MakerSide } from '../../rfq/ticket/maker-form.ts'
import { usePulledBy } from '../../rfq/use-pulled-by.ts'
import { isLong } from '../row/RfqCells.tsx'
import type { QueueEntry } from './queue-entries.ts'
import { lifeLeft, type MakerState } from '../row/maker-state.ts'
import { type QueueRow, volVersus } from './queue-rows.ts'
import type { QueueOutcome } from './use-queue-sending.ts'
import styles from './Queue.module.css'

const SOON_MS = 60_000

/** A bar that drains, and the time that is left, amber in the last minute. */
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
  NEW: 'You were asked and have not quoted',
  BEHIND: 'The mark has moved two ticks or more, and a fifth of your width, since you quoted',
  BID_ONLY: 'Only your bid rests',
  ASK_ONLY: 'Only your ask rests',
  DEALT: 'You have dealt here, and nothing of yours rests',
  MMP: 'A protection of your desk takes no quote here now',
  DECLINED: 'You have declined; a quote takes it back',
}

export function StateBadge({ state, word, row }: Pick<QueueRow, 'state' | 'word' | 'row'>) {
  const pulledBy = usePulledBy(row.rfq.productCodes)
  const { pulled } = row.own
  const why = state === 'PULLED' && pulled !== undefined ? causeWords(pulled.cancelCause, pulledBy(pulled)) : undefined
  return (
    <span
      className={classNames(styles['state'], styles[tones[state]])}
      title={why === undefined ? meanings[state] : `Your desk’s quote was pulled ${why}; nothing of it rests`}
    >
      {state === 'NEW' && <i aria-hidden="true" />}
      {word}
      {why !== undefined && <span className="visually-hidden"> {why}</span>}
    </span>
  )
}

/** In ticks, with a sign that is read without its colour. */
export function Moved({ moved, state }: Pick<QueueRow, 'moved' | 'state'>) {
  if (moved === undefined)
    return (
      <span className={styles['muted']} title="The mark of that moment was not seen on this screen">
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

/** The price that rests; of a chosen row the one that its press would send, dotted. */
export function OwnPrice({ entry, side }: { readonly entry: QueueEntry; readonly side: MakerSide }) {
  const price = shownPrice(entry, side)
  if (price === undefined) return <span className={styles['muted']}>—</span>
  const text = priceText(price.text, entry.row.decimals)
  return (
    <span
      className={classNames(price.isDotted ? styles['dotted'] : styles[sideClass[side]], isLong(text) && styles['long'])}
      title={price.isDotted ? 'Sent when you press Quote' : undefined}
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

/** `−1.0 / +1.0`; where there is no price, the reason why there is none, and for a moment what became of a press. */
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
  return (
    <span className={styles[outcome.tone.toLowerCase()]} title={outcome.words}>
      {outcome.tone === 'DONE' ? '✓ accepted' : outcome.tone === 'SENT' ? 'sent…' : '✕ refused'}
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
    <span className={styles['muted']} title={`${limit} takes no quote here`}>
      {until === null ? 'until reset' : `back in ${untilText(until, now)}`}
    </span>
  )
}

/** In the words in which the order itself says it elsewhere. */
function PulledBy({ order, products }: { readonly order: Order; readonly products: readonly string[] }) {
  const why = causeWords(order.cancelCause, usePulledBy(products)(order))
  return (
    <span className={styles['pulledBy']} title={`Pulled ${why}, ${exactText(order.updatedAt ?? order.createdAt)}`} aria-hidden="true">
      {why}
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

import { clockText } from '../../components/time-text.ts'
import { classNames } from '../../theme/class-names.ts'
import { useNow } from '../../live/use-live.ts'
import { type AuctionRow, timetableOf } from './auction-rows.ts'
import styles from './Timetable.module.css'

const TICK_MS = 10 * 60_000
const EVERY_MS = 5_000

type TimetableProps = { readonly rows: readonly AuctionRow[]; readonly onChoose: (id: number) => void }

/** When the auctions of about an hour are open. Those that overlap are on top of each other. */
export function Timetable({ rows, onChoose }: TimetableProps) {
  const now = useNow(EVERY_MS)
  const table = timetableOf(rows, now)
  if (table === undefined) return null
  const { start, end, spans, overlapping } = table
  const left = (at: number) => `${(100 * (at - start)) / (end - start)}%`
  const ticks = Array.from({ length: Math.round((end - start) / TICK_MS) }, (_, place) => start + place * TICK_MS)
  return (
    <section className={styles['timetable']} aria-label="Auctions this hour">
      <p className={styles['head']}>
        <b>Auctions this hour</b>
        <span>{overlapping > 1 ? `${overlapping} overlap now · you can bid in all of them` : 'Opening and closing times'}</span>
      </p>
      <div className={styles['ticks']} aria-hidden="true">
        {ticks.map((at) => (
          <span key={at} style={{ left: left(at) }}>
            {clockText(at).slice(0, 5)}
          </span>
        ))}
      </div>
      <ul className={styles['spans']}>
        {spans.map(({ row: { auction, bid }, from, to }) => (
          <li key={auction.id}>
            <span className={styles['vault']}>{auction.vault}</span>
            <span className={styles['lane']}>
              <button
                type="button"
                className={classNames(styles['span'], auction.status === 'COMING' && styles['coming'])}
                style={{ left: `${100 * from}%`, width: `${100 * Math.max(to - from, 0.01)}%` }}
                title={`${auction.description}, ${clockText(auction.starts_at)} to ${clockText(auction.ends_at)}`}
                onClick={() => onChoose(auction.id)}
              >
                {auction.description.replaceAll(/\s+/g, ' ')}
                {bid?.state === 'OPEN' && ' · my bid'}
              </button>
              <i className={styles['now']} style={{ left: left(now) }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

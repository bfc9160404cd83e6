import { classNames } from '../../theme/class-names.ts'
import { dollarText, groupedText } from '../../components/figure-text.ts'
import { largestOf, type LeaderRow } from './leader-rows.ts'
import { bpsText, coinsText, firmText, DASH, percentText, roundedCoins, waitText } from './leader-text.ts'
import styles from './Leaderboard.module.css'
import type { Shown } from './LeaderSummary.tsx'
import { Change, PartBar, RateCell, Sparkline } from './RowParts.tsx'

/** Firms by rank. The user's own row stays visible above or below the scrolled rows. */
export function LeaderTable({ rows, role }: Shown) {
  const most = largestOf(rows)
  const isMaker = role === 'MAKER'
  return (
    // A scrollable region has to be reachable by keyboard.
    <div className={styles['scroller']} role="region" aria-label="Firms" tabIndex={0}>
      <table className={styles['table']} aria-label={`Leaderboard of ${isMaker ? 'makers' : 'takers'}`}>
        <thead>
          <tr>
            <th scope="col" className={styles['number']}>
              <abbr title="Rank">#</abbr>
            </th>
            <th scope="col">Firm</th>
            <th scope="col" colSpan={2}>
              Volume
            </th>
            <th scope="col" className={styles['number']}>
              Share
            </th>
            <th scope="col" className={styles['number']}>
              Trades
            </th>
            {isMaker && <MakerHeads />}
            {!isMaker && <TakerHeads />}
            <th scope="col">Over time</th>
            <th scope="col" className={styles['number']}>
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.kind} ${row.firm}`} row={row} most={most} isMaker={isMaker} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const MakerHeads = () => (
  <>
    {['RFQs', 'Response rate', 'Median', 'p90', 'Hit rate', 'Improvement'].map((name) => (
      <th key={name} scope="col" className={classNames(name !== 'Response rate' && styles['number'], name === 'p90' && styles['wide'])}>
        {name}
      </th>
    ))}
  </>
)

const TakerHeads = () => (
  <>
    {['Delta', 'Vega', 'Coin'].map((name) => (
      <th key={name} scope="col" className={styles['number']}>
        {name}
      </th>
    ))}
  </>
)

function Row({ row, most, isMaker }: { readonly row: LeaderRow; readonly most: number; readonly isMaker: boolean }) {
  const isOwn = row.kind === 'OWN'
  return (
    <tr
      className={classNames(isOwn && styles['own'], row.kind === 'TOGETHER' && styles['together'])}
      aria-current={isOwn ? 'true' : undefined}
    >
      <td className={styles['number']}>{row.rank ?? ''}</td>
      <th scope="row">{firmText(row)}</th>
      <td className={styles['bars']}>{row.kind !== 'TOGETHER' && <PartBar part={row.volume / most} isOwn={isOwn} />}</td>
      <td className={styles['number']} title={coinsText(row)}>
        {dollarText(row.volume)}
      </td>
      <td className={styles['number']}>{percentText(row.share, 1)}</td>
      <td className={styles['number']}>{groupedText(row.trades, 0)}</td>
      {isMaker ? <MakerCells row={row} /> : <TakerCells row={row} />}
      <td>
        <Sparkline line={row.line} isOwn={isOwn} />
      </td>
      <td className={styles['number']}>{row.kind === 'TOGETHER' ? DASH : <Change change={row.change} />}</td>
    </tr>
  )
}

const MakerCells = ({ row }: { readonly row: LeaderRow }) => (
  <>
    <td className={styles['number']}>{groupedText(row.asked, 0)}</td>
    <td>
      <RateCell rate={row.responseRate} />
    </td>
    <td className={styles['number']}>{waitText(row.medianMs)}</td>
    <td className={classNames(styles['number'], styles['wide'])}>{waitText(row.p90Ms)}</td>
    <td className={styles['number']}>{percentText(row.hitRate)}</td>
    <td className={styles['number']}>{bpsText(row.improvementBps)}</td>
  </>
)

const TakerCells = ({ row }: { readonly row: LeaderRow }) => (
  <>
    <td className={styles['number']}>{dollarText(row.delta)}</td>
    <td className={styles['number']}>{dollarText(row.vega)}</td>
    <td className={styles['number']} title={coinsText(row)}>
      {roundedCoins(row) === '' ? DASH : roundedCoins(row)}
    </td>
  </>
)

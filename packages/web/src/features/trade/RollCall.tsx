import { priceText } from '@parley/core'
import { classNames } from '../../theme/class-names.ts'
import { type RollCallRow, rollCallText, secondsText } from './roll-call.ts'
import styles from './TradeCard.module.css'

/** Every maker that was asked, its response time and its outcome. */
export function RollCall({ rows, decimals }: { readonly rows: readonly RollCallRow[]; readonly decimals: number }) {
  const longest = Math.max(1, ...rows.map(({ afterMs = 0 }) => afterMs))
  return (
    <section className={styles['block']} aria-label="Responses">
      <h3 className={styles['title']}>
        Responses <span>{rollCallText(rows)}</span>
      </h3>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Maker</th>
            <th scope="col">Response time</th>
            <th scope="col">Bid</th>
            <th scope="col">Ask</th>
            <th scope="col">Rank</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.maker} className={classNames(row.tone === 'dealt' && styles['dealt'], row.tone === 'silent' && styles['silent'])}>
              <th scope="row">{row.maker}</th>
              <td>
                {row.afterMs === undefined ? (
                  '—'
                ) : (
                  <span className={styles['after']}>
                    <i style={{ width: `${Math.max(4, (row.afterMs / longest) * 96)}px` }} />
                    {secondsText(row.afterMs)}
                  </span>
                )}
              </td>
              <td className={styles['bid']}>{row.bid === undefined ? '—' : priceText(row.bid, decimals)}</td>
              <td className={styles['ask']}>{row.ask === undefined ? '—' : priceText(row.ask, decimals)}</td>
              <td>{row.rank === undefined ? '—' : row.rank === 1 ? 'best' : row.rank}</td>
              <td className={classNames(row.tone === 'dealt' && styles['own'], row.tone === 'cover' && styles['strong'])}>{row.outcome}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

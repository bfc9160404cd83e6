import { useState } from 'react'
import type { RfqRecord } from '@parley/client'
import { priceText, quantityText } from '@parley/core'
import { Time } from '../../components/Time.tsx'
import { zoneName } from '../../components/time-text.ts'
import { useTimeZone } from '../../components/time-zone.ts'
import { classNames } from '../../theme/class-names.ts'
import styles from './TradeCard.module.css'
import { NO_TIME, timelineOf, timelineText } from './timeline.ts'

/** Shows the RFQ from the request to the settlement, with every quote change on demand. */
export function Timeline({ record, decimals }: { readonly record: RfqRecord; readonly decimals: number }) {
  const [isWhole, setWhole] = useState(false)
  const zone = useTimeZone()
  const { changes, changesLeftOut } = record
  return (
    <section className={styles['block']} aria-label="Timeline">
      <h3 className={styles['title']}>
        Timeline
        <span>
          {zoneName(record.askedAt, zone)}{' '}
          {changes.length > 0 && (
            <button type="button" className={styles['more']} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'fewer' : `every quote change (${changes.length + changesLeftOut})`}
            </button>
          )}
        </span>
      </h3>
      <ol className={styles['timeline']}>
        {timelineOf(record, decimals).map(({ name, at, detail, tone }, place) => (
          <li key={`${name} ${at} ${place}`} className={classNames(styles[`is-${tone}`])}>
            <b>{name}</b>
            {at === NO_TIME ? <time>—</time> : <Time at={at} text={timelineText} />}
            <span title={detail}>{detail}</span>
          </li>
        ))}
      </ol>
      {isWhole && (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Maker</th>
              <th scope="col">Side</th>
              <th scope="col">Price</th>
              <th scope="col">Quantity</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ at, deskName, side, price, quantity, orderId }, place) => (
              <tr key={`${orderId} ${place}`}>
                <td>
                  <Time at={at} text={timelineText} />
                </td>
                <td>{deskName}</td>
                <td className={styles[side === 'BUY' ? 'bid' : 'ask']}>{side === 'BUY' ? 'Bid' : 'Ask'}</td>
                <td>{priceText(price, decimals)}</td>
                <td>{Number(quantity) === 0 ? 'left' : quantityText(quantity)}</td>
              </tr>
            ))}
          </tbody>
          {changesLeftOut > 0 && <caption className={styles['note']}>{changesLeftOut} earlier changes are not listed</caption>}
        </table>
      )}
    </section>
  )
}

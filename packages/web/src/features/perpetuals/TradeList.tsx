import { Time } from '../../components/Time.tsx'
import { clockText } from '../../components/time-text.ts'
import { classNames } from '../../theme/class-names.ts'
import { OF_MARKET } from '../../theme/ink.ts'
import { priceText, quantityText } from './market-text.ts'
import type { Market } from './model.ts'
import { useTradesOf } from './use-perpetuals.ts'
import styles from './TradeList.module.css'

const SHOWN = 40

/** The last trades of the market, newest first. The arrow is the side of the taker. */
export function TradeList({ market }: { readonly market: Market }) {
  const trades = useTradesOf(market.name)
  return (
    <section className={classNames(styles['trades'], OF_MARKET)} aria-label="Recent trades">
      <p className={styles['head']} aria-hidden="true">
        <span>Trades</span>
        <span>Size {market.base}</span>
        <span>Time</span>
      </p>
      {trades.length === 0 && <p className={styles['none']}>No trades yet.</p>}
      <ul className={styles['list']} tabIndex={0} aria-label="Trades, newest first">
        {trades.slice(0, SHOWN).map(({ id, side, price, quantity, at }) => (
          <li key={id}>
            <span className={styles[side === 'BUY' ? 'up' : 'down']}>
              <span aria-hidden="true">{side === 'BUY' ? '▲' : '▼'}</span>
              <span className="visually-hidden">{side === 'BUY' ? 'bought' : 'sold'}</span> {priceText(price, market)}
            </span>
            <span>{quantityText(quantity, market)}</span>
            <Time at={at} text={() => clockText(at)} className={styles['time']} />
          </li>
        ))}
      </ul>
    </section>
  )
}

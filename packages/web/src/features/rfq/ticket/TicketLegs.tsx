import { product, structureMark, type Structure } from '@parley/core'
import type { Leg as RfqLeg, Rfq } from '@parley/client'
import { useIndex, useMark } from '../../../live/use-live.ts'
import { groupedText, signedText } from '../../market-data/figure-text.ts'
import { priceDecimals, priceText, ratioText } from '../../structure/structure-text.ts'
import { classNames } from '../../../theme/class-names.ts'
import styles from './TicketLegs.module.css'
import { useMarkOf } from '../../structure/use-structure.ts'

const heads = ['Leg', 'Bid', 'Mark', 'Ask', 'IV'] as const

/** Leg by leg what the venue shows; below, the structure against the index and its mark. */
export type TicketLegsProps = {
  readonly rfq: Rfq
  readonly structure: Structure | undefined
  /** Of the best bid and ask here. */
  readonly mid: number | undefined
}

export const TicketLegs = ({ rfq, structure, mid }: TicketLegsProps) => (
  <section className={styles['legs']} aria-label="Legs">
    <table className={classNames(styles['table'], rfq.kind === 'FUTURE' && styles['futures'])}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Ratio</span>
          </th>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rfq.legs.map((leg) => (
          <Leg key={leg.instrumentId} leg={leg} />
        ))}
      </tbody>
    </table>
    <Offsets rfq={rfq} structure={structure} mid={mid} />
  </section>
)

function Leg({ leg }: { readonly leg: RfqLeg }) {
  const mark = useMark(leg.instrumentId)
  const [currency, ...rest] = leg.instrumentName.split('-')
  const decimals = product(leg.productCode)?.pricePrecision ?? 4
  const price = (text: string | null | undefined) => (text == null ? '—' : priceText(Number(text).toFixed(decimals), decimals))
  return (
    <tr>
      <td className={leg.side === 'BUY' ? styles['plus'] : styles['minus']}>{leg.price === undefined ? ratioText(leg) : 'Δ'}</td>
      <td title={leg.instrumentName}>
        <span className="visually-hidden">{currency}-</span>
        {rest.join('-')}
      </td>
      {leg.price === undefined ? (
        <>
          <td className={styles['bid']}>{price(mark?.bid_price)}</td>
          <td>{price(mark?.mark_price)}</td>
          <td className={styles['ask']}>{price(mark?.ask_price)}</td>
        </>
      ) : (
        <td colSpan={3}>
          {leg.side === 'BUY' ? 'buy' : 'sell'} {groupedText(Number(leg.ratio), 0)} at {priceText(leg.price, 0)}
        </td>
      )}
      <td>{mark?.mark_iv == null ? '—' : Number(mark.mark_iv).toFixed(1)}</td>
    </tr>
  )
}

function Offsets({ rfq, structure, mid }: TicketLegsProps) {
  const index = useIndex(rfq.baseCurrency, rfq.venue)
  const { markOf } = useMarkOf(rfq)
  const market = structure === undefined ? undefined : structureMark(structure, markOf)
  const decimals = priceDecimals(rfq)
  const figure = (value: number | undefined) => (value === undefined ? '—' : groupedText(value, decimals))
  const offset = mid === undefined || market === undefined ? undefined : signedText(mid - market.markPrice, decimals)
  return (
    <p className={styles['offsets']}>
      <span>
        Index <b>{index === undefined ? '—' : groupedText(Number(index.index_price), 2)}</b>
      </span>
      <span title="What the venue’s own book pays and asks for all legs at once">
        Venue <b className={styles['bid']}>{figure(market?.bidPrice)}</b> / <b className={styles['ask']}>{figure(market?.askPrice)}</b>
      </span>
      <span title="The middle of the best bid and ask here, less the mark">
        Offset <b>{offset ?? '—'}</b>
      </span>
    </p>
  )
}

import { legText, priceDecimals, priceText, product, type Structure, structureMark } from '@parley/core'
import type { Leg as RfqLeg, Rfq } from '@parley/client'
import { useIndex, useMark, useNow } from '../../../live/use-live.ts'
import { groupedText, signedText } from '../../../components/figure-text.ts'
import { hedgeText, ratioText } from '../../structure/structure-text.ts'
import { classNames } from '../../../theme/class-names.ts'
import { ink } from '../../../theme/ink.ts'
import styles from './TicketLegs.module.css'
import { useMarkOf } from '../../structure/use-structure.ts'

const heads = ['Leg', 'Bid', 'Mark', 'Ask', 'IV'] as const

/** The venue's prices leg by leg. Below, the structure against the index and its mark. */
type OffsetsProps = {
  readonly rfq: Rfq
  readonly structure: Structure | undefined
  /** The mid of the best bid and ask here. */
  readonly mid: number | undefined
}

type TicketLegsProps = {
  readonly rfq: Rfq
  /** Inside an entry, which already has padding. */
  readonly isWithin?: true
} & Partial<OffsetsProps>

export const TicketLegs = ({ rfq, isWithin, ...offsets }: TicketLegsProps) => (
  <section className={isWithin === undefined ? styles['legs'] : undefined} aria-label="Legs">
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
          <Leg key={leg.instrumentId} leg={leg} currency={rfq.baseCurrency} />
        ))}
      </tbody>
    </table>
    {'mid' in offsets && <Offsets rfq={rfq} structure={offsets.structure} mid={offsets.mid} />}
  </section>
)

const MINUTE_MS = 60_000

function Leg({ leg, currency }: { readonly leg: RfqLeg; readonly currency: string }) {
  const mark = useMark(leg.instrumentId)
  const now = useNow(MINUTE_MS)
  const decimals = product(leg.productCode)?.pricePrecision ?? 4
  const price = (text: string | null | undefined) => (text == null ? '—' : priceText(Number(text).toFixed(decimals), decimals))
  if (leg.price !== undefined) return <Hedge leg={leg} currency={currency} />
  return (
    <tr>
      <td className={leg.side === 'BUY' ? styles['plus'] : styles['minus']}>{ratioText(leg)}</td>
      <td title={leg.instrumentName}>{legText(leg.instrumentName, now)}</td>
      <td className={classNames(styles['bid'], ink.market)}>{price(mark?.bid_price)}</td>
      <td className={ink.market}>{price(mark?.mark_price)}</td>
      <td className={classNames(styles['ask'], ink.market)}>{price(mark?.ask_price)}</td>
      <td className={ink.market}>{mark?.mark_iv == null ? '—' : Number(mark.mark_iv).toFixed(1)}</td>
    </tr>
  )
}

/**
 * The future that trades with the options, for the buyer of the structure: its full size, in dollars and in coin, at the price that the taker
 * fixed.
 */
function Hedge({ leg, currency }: { readonly leg: RfqLeg; readonly currency: string }) {
  const { size, coins, price } = hedgeText(leg, currency)
  const verb = leg.side === 'BUY' ? 'buys' : 'sells'
  return (
    <tr>
      <td title="Hedge: trades with the options at a fixed price">h</td>
      <td colSpan={5} title={`${leg.instrumentName}: the structure’s buyer ${verb} it`}>
        <span className={styles['hedge']}>
          <span>
            {legText(leg.instrumentName, 0)} · <span className={leg.side === 'BUY' ? styles['plus'] : styles['minus']}>{size}</span>
          </span>
          <span>
            {coins} · fixed at <b>{price}</b>
          </span>
        </span>
      </td>
    </tr>
  )
}

function Offsets({ rfq, structure, mid }: OffsetsProps) {
  const index = useIndex(rfq.baseCurrency, rfq.venue)
  const { markOf } = useMarkOf(rfq)
  const market = structure === undefined ? undefined : structureMark(structure, markOf)
  const decimals = priceDecimals(rfq)
  const figure = (value: number | undefined) => (value === undefined ? '—' : groupedText(value, decimals))
  const offset = mid === undefined || market === undefined ? undefined : signedText(mid - market.markPrice, decimals)
  return (
    <p className={styles['offsets']}>
      <span>
        Index <b className={ink.market}>{index === undefined ? '—' : groupedText(Number(index.index_price), 2)}</b>
      </span>
      <span title="The venue’s own bid and ask for all legs together">
        Venue <b className={classNames(styles['bid'], ink.market)}>{figure(market?.bidPrice)}</b> /{' '}
        <b className={classNames(styles['ask'], ink.market)}>{figure(market?.askPrice)}</b>
      </span>
      <span title="Mid of the best bid and ask here minus the mark">
        Offset <b className={ink.market}>{offset ?? '—'}</b>
      </span>
    </p>
  )
}

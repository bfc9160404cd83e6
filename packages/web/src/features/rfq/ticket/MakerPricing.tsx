import { legText, product } from '@parley/core'
import type { Leg, Rfq } from '@parley/client'
import { NumberField, type NumberFieldProps } from '../../../components/NumberField.tsx'
import { groupedText, signedText } from '../../market-data/figure-text.ts'
import { useNow } from '../../../live/use-live.ts'
import { hedgeText, ratioText } from '../../structure/structure-text.ts'
import { ink } from '../../../theme/ink.ts'
import styles from './Entry.module.css'
import type { Maker } from './use-maker-form.ts'
import { beginHere } from './use-ticket-focus.ts'
import { volsText } from './vol-price.ts'

/** The legs with their marks and vols, and the vols the maker bids and asks. */
export function Vols({ rfq, maker }: { readonly rfq: Rfq; readonly maker: Maker }) {
  const now = useNow(MINUTE_MS)
  const legs = rfq.legs.map((leg, place) => ({ leg, place }))
  const firstPlace = rfq.legs.findIndex(({ price }) => price === undefined)
  return (
    <section aria-label="Legs">
      <table className={styles['vols']}>
        <thead>
          <tr>
            {['Leg', 'Mark', 'IV', 'Bid vol', 'Ask vol'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {legs.map(({ leg, place }) => {
            const mark = maker.markOf(leg.instrumentId)
            if (leg.price !== undefined) return <HedgeLine key={leg.instrumentId} leg={leg} currency={rfq.baseCurrency} />
            return (
              <tr key={leg.instrumentId}>
                <td title={leg.instrumentName}>
                  <b className={leg.side === 'BUY' ? styles['plus'] : styles['minus']}>{ratioText(leg)}</b>{' '}
                  {legText(leg.instrumentName, now)}
                </td>
                <td className={ink.market}>
                  {mark === undefined ? '—' : groupedText(mark.markPrice, product(leg.productCode)?.pricePrecision ?? 4)}
                </td>
                <td className={ink.market}>{mark?.markIv === undefined ? '—' : (mark.markIv * 100).toFixed(1)}</td>
                {(['bid', 'ask'] as const).map((which) => (
                  <td key={which}>
                    {mark?.markIv !== undefined && (
                      <NumberField
                        size="small"
                        inputRef={place === firstPlace && which === 'bid' ? beginHere : null}
                        aria-label={`${which === 'bid' ? 'Bid' : 'Ask'} vol of ${leg.instrumentName}`}
                        value={place < maker.vols.length ? maker.vols[place]![which] : ''}
                        step="0.1"
                        onChange={(vol) => maker.typeVol(place, which, vol)}
                      />
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className={styles['knobs']}>
        <Knob word="Width" value={maker.width} step="0.1" hint="vol" onChange={maker.setWidth} />
        <Knob word="Skew" value={maker.skew} step="0.1" hint="vol" onChange={maker.setSkew} />
      </div>
    </section>
  )
}

const MINUTE_MS = 60_000

const HedgeLine = ({ leg, currency }: { readonly leg: Leg; readonly currency: string }) => {
  const { size, coins, price } = hedgeText(leg, currency)
  return (
    <tr>
      <td colSpan={5} className={styles['hedge']} title={`${leg.instrumentName}: hedge, at a price that is fixed`}>
        <span>
          <span>
            <b className={leg.side === 'BUY' ? styles['plus'] : styles['minus']}>h</b> {legText(leg.instrumentName, 0)} · {size}
          </span>
          <span>
            {coins} · fixed at {price}
          </span>
        </span>
      </td>
    </tr>
  )
}

type KnobProps = Pick<NumberFieldProps, 'value' | 'step' | 'hint' | 'onChange'> & { readonly word: string }

/** Its word stands beside it, so that it takes one line. */
const Knob = ({ word, ...props }: KnobProps) => (
  <span className={styles['knob']}>
    <span aria-hidden="true">{word}</span>
    <NumberField aria-label={word} size="small" {...props} />
  </span>
)

/** So many ticks around the mark, which it follows until it is quoted. */
export const AroundMark = ({ maker }: { readonly maker: Maker }) => (
  <div className={styles['knobs']}>
    <Knob
      word="± around the mark"
      value={maker.around.ticks}
      step="1"
      hint="ticks"
      onChange={(ticks) => maker.setAround({ ...maker.around, ticks })}
    />
    <Knob word="Skew" value={maker.around.skew} step="1" hint="ticks" onChange={(skew) => maker.setAround({ ...maker.around, skew })} />
  </div>
)

/** How far both prices are from the mark, and from each other. */
export function Versus({ maker, decimals, tick }: { readonly maker: Maker; readonly decimals: number; readonly tick: string }) {
  const [bid, ask] = [maker.sides.BUY.price, maker.sides.SELL.price]
  const versus = (price: string | undefined) =>
    price === undefined || maker.mark === undefined ? '—' : `${signedText(Number(price) - maker.mark, decimals)} vs mark`
  const width = bid === undefined || ask === undefined ? undefined : Number(ask) - Number(bid)
  const vols = (side: 'BUY' | 'SELL') => {
    const at = maker.mode === 'VOL' ? undefined : maker.volsAt(side)
    return at === undefined ? undefined : volsText(at)
  }
  return (
    <div>
      <p className={styles['versus']}>
        <span>{versus(bid)}</span>
        <span>
          width <b>{width === undefined ? '—' : `${groupedText(width, decimals)} · ${Math.round(width / Number(tick))}t`}</b>
        </span>
        <span>{versus(ask)}</span>
      </p>
      {maker.canVol && maker.mode !== 'VOL' && (
        <p className={styles['versus']}>
          <span>{vols('BUY') ?? 'no vol at this price'}</span>
          <span>{vols('SELL') ?? 'no vol at this price'}</span>
        </p>
      )}
    </div>
  )
}

import { legText, product } from '@parley/core'
import type { Leg, Rfq } from '@parley/client'
import { NumberField, type NumberFieldProps } from '../../../components/NumberField.tsx'
import { groupedText, signedText } from '../../../components/figure-text.ts'
import { useNow } from '../../../live/use-live.ts'
import { hedgeText, ratioText } from '../../structure/structure-text.ts'
import { ink } from '../../../theme/ink.ts'
import styles from './Entry.module.css'
import type { Maker } from './use-maker-form.ts'
import { beginHere } from './use-ticket-focus.ts'
import { volsText } from './vol-price.ts'

/** The legs with their marks and vols, and the maker's bid and ask vols. */
export function Vols({ rfq, maker }: { readonly rfq: Rfq; readonly maker: Maker }) {
  const now = useNow(MINUTE_MS)
  const legs = rfq.legs.map((leg, place) => ({ leg, place }))
  const firstPlace = rfq.legs.findIndex(
    ({ price, instrumentId }) => price === undefined && maker.markOf(instrumentId)?.markIv !== undefined,
  )
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
    </section>
  )
}

const MINUTE_MS = 60_000

const HedgeLine = ({ leg, currency }: { readonly leg: Leg; readonly currency: string }) => {
  const { size, coins, price } = hedgeText(leg, currency)
  return (
    <tr>
      <td colSpan={5} className={styles['hedge']} title={`${leg.instrumentName}: hedge at a fixed price`}>
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

type KnobProps = Pick<NumberFieldProps, 'value' | 'step' | 'onChange'> & { readonly word: string; readonly name?: string }

/** Its label is next to it, so that it needs only one line. */
const Knob = ({ word, name = word, ...props }: KnobProps) => (
  <span className={styles['knob']}>
    <span aria-hidden="true">{word}</span>
    <NumberField aria-label={name} size="small" {...props} />
  </span>
)

/** Both prices from a width and skew in vol, or in ticks around the mark. They follow the mark until they are quoted. */
export function Knobs({ maker }: { readonly maker: Maker }) {
  const { around } = maker
  switch (maker.mode) {
    case 'VOL':
      return (
        <>
          <Knob word="Width" value={maker.width} step="0.1" onChange={maker.setWidth} />
          <Knob word="Skew" value={maker.skew} step="0.1" onChange={maker.setSkew} />
        </>
      )
    case 'SPREAD':
      return (
        <>
          <Knob
            word="±"
            name="± around the mark"
            value={around.ticks}
            step="1"
            onChange={(ticks) => maker.setAround({ ...around, ticks })}
          />
          <Knob word="Skew" value={around.skew} step="1" onChange={(skew) => maker.setAround({ ...around, skew })} />
        </>
      )
    case 'PRICE':
      return null
  }
}

type VersusProps = { readonly maker: Maker; readonly side: 'BUY' | 'SELL'; readonly decimals: number; readonly tick: string }

/** Next to the price: the distance from the mark, and for the ask the width. */
export function Versus({ maker, side, decimals, tick }: VersusProps) {
  const { BUY, SELL } = maker.sides
  const price = maker.sides[side].price
  if (price === undefined || maker.mark === undefined) return null
  const offset = signedText(Number(price) - maker.mark, decimals)
  const width = side === 'BUY' || BUY.price === undefined || SELL.price === undefined ? undefined : Number(SELL.price) - Number(BUY.price)
  const wide = width === undefined ? undefined : `${groupedText(width, decimals)} wide`
  return (
    <span className={styles['versus']} title={[`${offset} vs mark`, wide].filter(Boolean).join(' · ')}>
      {width === undefined ? `${offset} vs mark` : `${offset} · ${Math.round(width / Number(tick))}t wide`}
    </span>
  )
}

/** The vols of both prices, if they were not entered as vols. */
export function VolsAt({ maker }: { readonly maker: Maker }) {
  if (!maker.canVol || maker.mode === 'VOL') return null
  const vols = (side: 'BUY' | 'SELL') => {
    const at = maker.volsAt(side)
    return at === undefined ? 'no vol at this price' : volsText(at)
  }
  return (
    <p className={styles['volsAt']}>
      <span>{vols('BUY')}</span>
      <span>{vols('SELL')}</span>
    </p>
  )
}

import { type DealQuality, parsePrice, payoffExtremes, type Price, priceFromNumber, structureText } from '@parley/core'
import type { Leg, Rfq } from '@parley/client'
import type { VenueFeeView } from '@parley/contracts'
import { classNames } from '../../theme/class-names.ts'
import { useIndex, useMarks } from '../../live/use-live.ts'
import { groupedText, signedText } from '../../components/figure-text.ts'
import { gammaMove, gammaPer, signedDollars } from '../market-data/greek-text.ts'
import { structureGamma } from '../market-data/model-gamma.ts'
import { extremeText } from '../market-data/payoff-labels.ts'
import { afterFee } from '../structure/use-structure-fee.ts'
import { useMarkOf, useStructure } from '../structure/use-structure.ts'
import { averageOf } from './deal-view.ts'
import { heldLines, type HeldLine, netOf } from './position-risk.ts'
import styles from './TradeCard.module.css'

type HeldProps = {
  readonly of: Pick<Rfq, 'venue' | 'baseCurrency' | 'quoteCurrency' | 'legs'> & { readonly kind?: Rfq['kind'] | undefined }
  readonly side: 'BUY' | 'SELL'
  readonly quality: DealQuality
  readonly decimals: number
  /** The venue's fees for it. Undefined until they are known. */
  readonly fees: readonly VenueFeeView[] | undefined
}

/** Undefined while a leg has no mark, because it has expired or the venue is silent. */
export function useHeld({ of, side, quality }: Omit<HeldProps, 'decimals' | 'fees'>): readonly HeldLine[] | undefined {
  const marks = useMarks()
  const known = useStructure(of)
  const { markOf, now } = useMarkOf(of)
  const gamma = (legs: readonly Leg[], quantity: number) => {
    if (known.state !== 'KNOWN') return undefined
    const ids = new Set(legs.map(({ instrumentId }) => instrumentId))
    return structureGamma(known.structure.legs.filter(({ instrument }) => ids.has(instrument.id)), quantity, markOf, now) // prettier-ignore
  }
  return heldLines({ legs: of.legs, side, quality, marks, gamma, isCoinQuoted: of.quoteCurrency === of.baseCurrency })
}

/** The desk's position from this trade at the current marks. */
export function PositionRisk({ of, side, quality, decimals, fees }: HeldProps) {
  const lines = useHeld({ of, side, quality })
  const index = useIndex(of.baseCurrency, of.venue)
  if (lines === undefined)
    return (
      <section className={styles['block']} aria-label="My risk from this trade">
        <h3 className={styles['title']}>My risk from this trade</h3>
        <p className={styles['note']}>— The venue has no mark for a leg: it has expired, or its price is missing.</p>
      </section>
    )
  const move = gammaMove(of.baseCurrency)
  const [own, ...hedges] = lines
  return (
    <section className={styles['block']} aria-label="My risk from this trade">
      <h3 className={styles['title']}>
        My risk from this trade <span>{index === undefined ? '' : `now · index ${groupedText(Number(index.index_price), 2)}`}</span>
      </h3>
      <div className={styles['wide']}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{side === 'BUY' ? 'Long' : 'Short'}</th>
              <th scope="col">Delta {of.baseCurrency}</th>
              <th scope="col">{`Gamma ${gammaPer(of.baseCurrency)}`}</th>
              <th scope="col">Vega</th>
              <th scope="col">Theta / day</th>
              <th scope="col">P&L {of.quoteCurrency}</th>
            </tr>
          </thead>
          <tbody>
            <Row
              name={structureText(of.legs.filter(({ price }) => price === undefined))}
              aside={`mark ${groupedText(Number(own!.now), decimals)}`}
              line={own!}
              move={move}
            />
            {hedges.map((line) => (
              <Row
                key={line.name}
                name={line.name.replace('PERPETUAL', 'PERP')}
                aside={`now ${groupedText(Number(line.now), 1)}`}
                line={line}
                move={move}
              />
            ))}
            {hedges.length > 0 && <Row name="Net" line={netOf(lines)} move={move} isNet />}
          </tbody>
        </table>
      </div>
      <Extremes of={of} side={side} quality={quality} fees={fees} spot={index === undefined ? undefined : Number(index.index_price)} />
    </section>
  )
}

type RowProps = {
  readonly name: string
  readonly aside?: string
  readonly line: Omit<HeldLine, 'name' | 'now'>
  readonly move: number
  readonly isNet?: true
}

const Row = ({ name, aside, line, move, isNet }: RowProps) => (
  <tr className={classNames(isNet && styles['net'])}>
    <th scope="row">
      {name} {aside !== undefined && <small className={styles['faint']}>{aside}</small>}
    </th>
    <td>{signedText(line.delta, 2)}</td>
    <td>{signedText(line.gamma * move, 3)}</td>
    <td>{signedDollars(line.vega)}</td>
    <td>{signedDollars(line.theta)}</td>
    <td className={classNames(line.gain !== undefined && styles[line.gain < 0 ? 'ask' : 'bid'])}>
      {line.gain === undefined ? '—' : signedText(line.gain, 4)}
    </td>
  </tr>
)

type ExtremesProps = Omit<HeldProps, 'decimals'> & { readonly spot: number | undefined }

function Extremes({ of, side, quality, fees, spot }: ExtremesProps) {
  const known = useStructure(of)
  const size = (side === 'BUY' ? 1 : -1) * (Number(quality.quantity) / 1e6)
  const fee = fees && new Map(fees.map(({ currency, amount }) => [currency, parsePrice(amount) ?? (0 as Price)]))
  const price = priceFromNumber(afterFee(of, { quantity: size, price: Number(averageOf(quality, 8)), fee, index: spot }))
  if (known.state !== 'KNOWN' || spot === undefined || price === undefined) return null
  const { loss, gain } = payoffExtremes({ structure: known.structure, quantity: size, price, spot })
  const [most, best] = [extremeText(loss, 'LOSS'), extremeText(gain, 'GAIN')]
  return (
    <p className={styles['note']}>
      Max loss <b className={styles['ask']}>{most.words}</b>
      {most.next === undefined ? '' : `, ${most.next}`} · Max gain <b className={styles['bid']}>{best.words}</b>
      {best.next === undefined ? '' : `, ${best.next}`} · {fee === undefined ? 'before the venue’s fee' : 'after the venue’s fee'}
    </p>
  )
}

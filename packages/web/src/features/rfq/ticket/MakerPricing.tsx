import { product } from '@parley/core'
import type { Rfq } from '@parley/client'
import { NumberField } from '../../../components/NumberField.tsx'
import { groupedText, signedText, strikeText } from '../../market-data/figure-text.ts'
import { ratioText } from '../../structure/structure-text.ts'
import styles from './Entry.module.css'
import type { Maker } from './use-maker-form.ts'
import { volsText } from './vol-price.ts'

/** Leg by leg: mark, its vol, and the vols the maker bids and asks. */
export function Vols({ rfq, maker }: { readonly rfq: Rfq; readonly maker: Maker }) {
  // The head of the ticket has said when, if all legs expire together.
  const priced = rfq.legs.map((leg, place) => ({ leg, place })).filter(({ leg }) => leg.price === undefined)
  const among = new Set(priced.map(({ leg }) => leg.instrumentName.split('-')[1])).size
  return (
    <>
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
          {priced.map(({ leg, place }) => {
            const mark = maker.markOf(leg.instrumentId)
            const { option, expiry } = shortLeg(leg.instrumentName, among)
            return (
              <tr key={leg.instrumentId}>
                <td title={leg.instrumentName}>
                  <b className={leg.side === 'BUY' ? styles['plus'] : styles['minus']}>{ratioText(leg)}</b> {option}
                  {expiry !== undefined && <small>{expiry}</small>}
                </td>
                <td>{mark === undefined ? '—' : groupedText(mark.markPrice, product(leg.productCode)?.pricePrecision ?? 4)}</td>
                <td>{mark?.markIv === undefined ? '—' : (mark.markIv * 100).toFixed(1)}</td>
                {(['bid', 'ask'] as const).map((which) => (
                  <td key={which}>
                    {mark?.markIv !== undefined && (
                      <NumberField
                        size="small"
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
        <NumberField label="Width" size="small" value={maker.width} step="0.1" hint="vol" onChange={maker.setWidth} />
        <NumberField label="Skew" size="small" value={maker.skew} step="0.1" hint="vol" onChange={maker.setSkew} />
      </div>
    </>
  )
}

/** So many ticks around the mark, which it follows until it is quoted. */
export const AroundMark = ({ maker }: { readonly maker: Maker }) => (
  <div className={styles['knobs']}>
    <NumberField
      label="± around the mark"
      size="small"
      value={maker.around.ticks}
      step="1"
      hint="ticks"
      onChange={(ticks) => maker.setAround({ ...maker.around, ticks })}
    />
    <NumberField
      label="Skew"
      size="small"
      value={maker.around.skew}
      step="1"
      hint="ticks"
      onChange={(skew) => maker.setAround({ ...maker.around, skew })}
    />
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

/** `92k C`, with the expiry below it where the legs have several; a future by its own name. */
function shortLeg(name: string, expiries: number): { readonly option: string; readonly expiry: string | undefined } {
  const [, expiry = '', strike, letter] = name.split('-')
  if (strike === undefined || letter === undefined) return { option: name, expiry: undefined }
  return { option: `${strikeText(Number(strike), 1)} ${letter}`, expiry: expiries > 1 ? expiry : undefined }
}

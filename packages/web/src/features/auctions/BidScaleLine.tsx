import type { AuctionView } from '@parley/contracts'
import { groupedText } from '../../components/figure-text.ts'
import { classNames } from '../../theme/class-names.ts'
import { unitText } from './auction-text.ts'
import { type Model, volText } from './bid-figures.ts'
import { type BidScale, bidScale, type ClearingBefore } from './bid-scale.ts'
import styles from './BidScaleLine.module.css'

type ScaleProps = {
  readonly auction: AuctionView
  readonly model: Model
  readonly price: string | undefined
  readonly before: ClearingBefore | undefined
}

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`
const multipleText = (price: number, model: Model): string => {
  const multiple = price / model.price
  return `${groupedText(multiple, multiple < 10 ? 1 : 0)} ×`
}

/** The place of the typed price between zero, the model, the last clearing vol and the most that the option can be worth (rulebook 21.27). */
export function BidScaleLine({ auction, model, price, before }: ScaleProps) {
  const scale = bidScale(auction, model)
  if (scale === undefined) return null
  const bid = Number(price) > 0 ? Number(price) : undefined
  const words = [
    bid === undefined ? 'No price yet' : `${price} is ${multipleText(bid, model)} the model`,
    ...(before === undefined ? [] : [`the last auction cleared at ${volText(before.vol)}`]),
    ...(scale.most === undefined ? [] : [`refused above ${groupedText(scale.most, 0)} ${unitText(auction)}`]),
  ].join(', ')
  return (
    <div className={styles['scale']} role="img" aria-label={words} title={words}>
      <div className={styles['bar']}>
        {scale.segments.map(({ guard, from, to }) => (
          <i key={guard} className={styles[guard]} style={{ left: percent(from), width: percent(to - from) }} />
        ))}
        <i className={styles['model']} style={{ left: percent(scale.placeOf(model.price)) }} />
        {before !== undefined && <i className={styles['before']} style={{ left: percent(scale.placeOf(before.price)) }} />}
        {bid !== undefined && <i className={styles['bid']} style={{ left: percent(scale.placeOf(bid)) }} />}
      </div>
      <Labels {...{ auction, model, scale, before, bid }} />
    </div>
  )
}

type LabelsProps = Pick<ScaleProps, 'auction' | 'model' | 'before'> & { readonly scale: BidScale; readonly bid: number | undefined }

/** Labels closer than this share of the scale would overlap. */
const ROOM = 0.12

function Labels({ auction, model, scale, before, bid }: LabelsProps) {
  const place = bid === undefined ? undefined : scale.placeOf(bid)
  const isFree = (at: number) => place === undefined || Math.abs(at - place) > ROOM
  const fixed = [1, 2].map((multiple) => ({ at: scale.placeOf(multiple * model.price), text: multiple === 1 ? 'model' : `${multiple} ×` }))
  const refused = scale.segments.find(({ guard }) => guard === 'REFUSE')
  return (
    <>
      <p className={styles['labels']}>
        {fixed
          .filter(({ at }) => isFree(at) && at < 1)
          .map(({ at, text }) => (
            <span key={text} style={{ left: percent(at) }}>
              {text}
            </span>
          ))}
        {bid !== undefined && place !== undefined && (
          <b className={classNames(place > 0.9 && styles['last'])} style={{ left: percent(place) }}>
            {multipleText(bid, model)}
          </b>
        )}
        {refused !== undefined && isFree(0.9) && (
          <span className={styles['last']} style={{ left: '100%' }}>
            max {groupedText(scale.most ?? 0, 0)} {unitText(auction)}
          </span>
        )}
      </p>
      {before !== undefined && (
        <p className={styles['note']}>
          <i aria-hidden="true" /> last auction cleared at {volText(before.vol)}
        </p>
      )}
    </>
  )
}

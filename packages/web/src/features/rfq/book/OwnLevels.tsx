import type { Book, BookLevel } from '@parley/client'
import { priceText, quantityText } from '@parley/core'
import { classNames } from '../../../theme/class-names.ts'
import { aheadOf } from './book.ts'
import styles from './OwnLevels.module.css'

type OwnLevelsProps = { readonly book: Book; readonly decimals: number; readonly onPick: (level: BookLevel) => void }

/** All of the desk's orders in the book, however deep: the ladder scrolls, this does not. A click selects one for replacing. */
export function OwnLevels({ book, decimals, onPick }: OwnLevelsProps) {
  const own = [...book.bids, ...book.asks].filter((level) => level.isOwn)
  if (own.length === 0) return null
  return (
    <div role="group" aria-label="Your levels" className={styles['levels']}>
      {own.map((level) => (
        <Level key={level.id} level={level} ahead={aheadOf(level, book)} decimals={decimals} onPick={onPick} />
      ))}
    </div>
  )
}

type LevelProps = Pick<OwnLevelsProps, 'decimals' | 'onPick'> & { readonly level: BookLevel; readonly ahead: number }

function Level({ level, ahead, decimals, onPick }: LevelProps) {
  const word = level.side === 'BUY' ? 'bid' : 'ask'
  const price = priceText(level.price, decimals)
  const place = ahead === 0 ? 'best price' : ahead === 1 ? '1 level behind the best' : `${ahead} levels behind the best`
  const hidden = level.isHidden ? ', hidden' : ''
  return (
    <button
      type="button"
      className={classNames(styles['level'], styles[word])}
      title={`${place}${hidden}. Click to replace`}
      aria-label={`Your ${word} ${price} for ${quantityText(level.quantity)}, ${place}${hidden}`}
      onClick={() => onPick(level)}
    >
      <b>{price}</b> ×{quantityText(level.quantity)} <small>{ahead === 0 ? 'best' : `${ahead} ahead`}</small>
    </button>
  )
}

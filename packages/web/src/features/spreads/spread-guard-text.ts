/** Texts of the guard of a spread's price (rulebook 21.8). Pure. */
import { formatPrice, guardSpread, priceToNumber, spreadGuardRefusal, type SpreadGuardFigures, worstSpreadPrice } from '@parley/core'
import { groupedText } from '../../components/figure-text.ts'
import type { Market, OrderToSend } from './order-to-send.ts'
import { decimalsFor, spreadPriceText } from './strategy-text.ts'
import type { SideGuard } from '../order-entry/side-guard.ts'

const nothing: SideGuard = { says: undefined, reason: undefined, again: undefined }

/** A market order has no price: it goes as far as 21.8 lets it. */
export function guardOf(
  order: OrderToSend | undefined,
  { strategy, book }: Market,
  figures: SpreadGuardFigures,
  isTypedAgain: (price: string) => boolean,
): SideGuard {
  if (order?.price === undefined) return nothing
  const { side, price } = order
  const worst = spreadGuardRefusal(side, price, figures) && worstSpreadPrice(side, figures)
  if (worst !== undefined) {
    const accepted = `${side === 'BUY' ? 'up to' : 'from'} ${spreadPriceText(worst, strategy)}`
    return { ...nothing, reason: `Too far from the mark: ${accepted} is accepted.` }
  }
  const [bid, ask] = [book.bids[0]?.price, book.asks[0]?.price]
  const width = bid === undefined || ask === undefined ? undefined : priceToNumber(ask) - priceToNumber(bid)
  const { guard, away, basisPoints } = guardSpread(side, price, figures, width)
  if (guard === 'FREE') return nothing
  const shown = spreadPriceText(price, strategy)
  const says =
    away === undefined || basisPoints === undefined
      ? `No mark to compare ${shown} with`
      : `${shown} is ${groupedText(away, decimalsFor(strategy))} ${side === 'BUY' ? 'above' : 'below'} the mark, ${groupedText(basisPoints, 0)} bp a year`
  if (guard !== 'TYPE_TWICE') return { ...nothing, says }
  const again = formatPrice(price)
  return { says, again, reason: isTypedAgain(again) ? undefined : `${says}. Type the price again.` }
}

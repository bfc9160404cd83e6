/** A structure as rows and tickets show it: `Call Spread`, `27 MAR 26 · 100k / 120k`, `+1 −1`. Derived from the wire's legs. */
import { type NamedLeg, priceDecimals, priceText, product } from '@parley/core'
import type { Leg } from '@parley/client'
import { groupedText, MINUS } from '../../components/figure-text.ts'

/** All legs of a trade have a price, so the hedge is identified by its kind: the future in an option structure. */
export const tradeLegs = <Named extends NamedLeg & { readonly productCode: string }>(trade: {
  readonly kind: string
  readonly legs: readonly Named[]
}): readonly (Omit<Named, 'price'> & { readonly price: string | undefined })[] =>
  trade.legs.map((leg) => ({
    ...leg,
    price: trade.kind === 'OPTION_FUTURE' && product(leg.productCode)?.kind === 'FUTURE' ? (leg.price ?? '') : undefined,
  }))

/** A hedge leg for the whole quantity: `−$1,532,990`, `16.76 BTC`, `91,445.0`. A linear future is counted in coin. */
export function hedgeText(
  { quantity, price = '0', productCode, side }: Pick<Leg, 'quantity' | 'price' | 'productCode' | 'side'>,
  currency: string,
) {
  const [amount, at] = [Number(quantity), Number(price)]
  const isLinear = product(productCode)?.marginType === 'LINEAR'
  const [dollars, coins] = isLinear ? [amount * at, amount] : [amount, at > 0 ? amount / at : 0]
  return {
    size: `${side === 'BUY' ? '+' : MINUS}$${groupedText(dollars, 0)}`,
    coins: `${groupedText(coins, 2)} ${currency}`,
    price: priceText(price, 1),
  }
}

/** At most two decimals. An ellipsis marks truncated ones (rulebook 6.7). */
export function ratioText(leg: Pick<NamedLeg, 'ratio' | 'side'>): string {
  const [whole = '0', fraction = ''] = leg.ratio.split('.')
  const kept = fraction.replace(/0+$/, '')
  const shown = kept === '' ? whole : kept.length > 2 ? `${whole}.${kept.slice(0, 2)}…` : `${whole}.${kept}`
  return (leg.side === 'BUY' ? '+' : MINUS) + shown
}

export const ratiosText = (legs: readonly NamedLeg[]): string => legs.map(ratioText).join(' ')

export const tradeDecimals = (trade: {
  readonly kind: string
  readonly strategyCode: string
  readonly legs: Parameters<typeof priceDecimals>[0]['legs']
}): number => priceDecimals({ strategyCode: trade.strategyCode, legs: tradeLegs(trade) })

export const signedPriceText = (text: string, decimals: number): string => {
  const shown = priceText(text, decimals)
  return shown.startsWith(MINUS) || Number(text) === 0 ? shown : `+${shown}`
}

/** Texts for the extremes of a pay-off: `Unlimited above 100k`, `−$21.25m at 0`, `1.20 BTC ($110k now)`, or a dash with its reason. */
import { type ExtremeAt, type PayoffExtreme, strikeText } from '@parley/core'
import { dollarText, groupedText, MINUS } from '../../components/figure-text.ts'
import { signedDollars } from './greek-text.ts'

export type ExtremeText = {
  readonly words: string
  /** The next corner point, if it is unlimited. */
  readonly next?: string | undefined
  /** Why there is no figure. */
  readonly reason?: string
}

const reasons = {
  LATER_LEG: 'Depends on the value of the later leg at that time.',
  HEDGE_EXPIRES_APART: 'The hedge expires on another day and has its own price at that time.',
  FUTURES_AGAINST_EACH_OTHER: 'Depends on the difference between the futures, not on one price.',
  NO_ENTRY_PRICE: 'A future’s entry price must be above zero.',
} as const

export function extremeText(extreme: PayoffExtreme, which: 'LOSS' | 'GAIN'): ExtremeText {
  switch (extreme.kind) {
    case 'UNLIMITED':
      return {
        words: extreme.above === undefined ? 'Unlimited' : `Unlimited above ${strikeText(extreme.above, 1)}`,
        next: extreme.otherwise === undefined ? undefined : atText(extreme.otherwise),
      }
    case 'PREMIUM':
      return {
        words: `${coinSign(extreme.coins, which)}${coinText(extreme.coins)} ${extreme.currency} (${dollarText(Math.abs(extreme.dollars))} now)`,
      }
    case 'AT':
      return { words: atText(extreme) }
    case 'UNKNOWN':
      return { words: '—', reason: reasons[extreme.reason] }
  }
}

const reaches: Readonly<Record<ExtremeAt['reach'], string>> = { AT: 'at', BELOW: 'below', ABOVE: 'above' }

const atText = ({ dollars, underlying, reach, isBound }: ExtremeAt): string =>
  isBound ? `${signedDollars(dollars)} at most` : `${signedDollars(dollars)} ${reaches[reach]} ${strikeText(underlying, 1)}`

/** The label already contains loss or gain. A sign is added only if the worst result is a gain or the best is a loss. */
function coinSign(coins: number, which: 'LOSS' | 'GAIN'): string {
  if (coins > 0) return '+'
  return which === 'GAIN' && coins < 0 ? MINUS : ''
}

/** Two to four decimals, as many as the amount has. A small amount keeps two significant figures. */
function coinText(coins: number): string {
  const size = Math.abs(coins)
  const decimals = size === 0 || size >= 0.001 ? 4 : Math.min(8, 1 - Math.floor(Math.log10(size)))
  return groupedText(size, decimals).replace(/(\.\d\d\d*?)0+$/, '$1')
}

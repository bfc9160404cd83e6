/** Formats Greeks. A gamma per dollar has too many zeros at a price of 90,000, so it is shown per larger move. */
import { dollarText, MINUS, signedText } from '../../components/figure-text.ts'

export type GreekFigure = { readonly name: string; readonly value: string; readonly per: string }
type Figures = { readonly delta: number; readonly gamma: number; readonly vega: number; readonly theta: number }

/** A typical move for each currency, so that two gammas can always be compared. */
const MOVES: Readonly<Record<string, number>> = { BTC: 1_000, ETH: 100 }
/** Below this, three decimals leave only one or two figures. */
const SMALL = 0.1

export const gammaMove = (currency: string): number => MOVES[currency] ?? 1
export const gammaPer = (currency: string): string => (gammaMove(currency) === 1_000 ? '/ $1k' : `/ $${gammaMove(currency)}`)

export function gammaFigure(gamma: number, currency: string): { readonly value: string; readonly per: string } {
  const value = gamma * gammaMove(currency)
  return { value: signedText(value, Math.abs(value) < SMALL ? 4 : 3), per: gammaPer(currency) }
}

/** `+$12.0k`, `−$2.1k`: gains also have a sign. */
export const signedDollars = (value: number): string => {
  const text = dollarText(value)
  return text.startsWith(MINUS) || Math.abs(value) < 0.5 ? text.replace(/^−(?=\$0$)/, '') : `+${text}`
}

export function greekFigures(greeks: Figures, currency: string): readonly GreekFigure[] {
  return [
    { name: 'Delta', value: signedText(greeks.delta, 2), per: currency },
    { name: 'Gamma', ...gammaFigure(greeks.gamma, currency) },
    { name: 'Vega', value: signedDollars(greeks.vega), per: '/ vol' },
    { name: 'Theta', value: signedDollars(greeks.theta), per: '/ day' },
  ]
}

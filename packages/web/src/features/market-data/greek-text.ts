/** Greeks for reading. A gamma per dollar has too many zeros in a market of 90,000, so it is said for the move that leaves figures. */
import { dollarText, MINUS, signedText } from './figure-text.ts'

export type GreekFigure = { readonly name: string; readonly value: string; readonly per: string }
type Figures = { readonly delta: number; readonly gamma: number; readonly vega: number; readonly theta: number }

const MOVES = [1, 100, 1_000] as const
/** From here on four decimals show at least two figures. */
const READABLE = 0.001

export function gammaFigure(gamma: number): { readonly value: string; readonly per: string } {
  const move = MOVES.find((one) => Math.abs(gamma) * one >= READABLE) ?? 1_000
  const decimals = Math.abs(gamma) * move >= 1 ? 2 : 4
  return { value: signedText(gamma * move, decimals), per: move === 1_000 ? '/ $1k' : `/ $${move}` }
}

/** `+$12.0k`, `−$2.1k`: money that comes in has its sign too. */
export const signedDollars = (value: number): string => {
  const text = dollarText(value)
  return text.startsWith(MINUS) || Math.abs(value) < 0.5 ? text.replace(/^−(?=\$0$)/, '') : `+${text}`
}

export function greekFigures(greeks: Figures, currency: string): readonly GreekFigure[] {
  return [
    { name: 'Delta', value: signedText(greeks.delta, 2), per: currency },
    { name: 'Gamma', ...gammaFigure(greeks.gamma) },
    { name: 'Vega', value: signedDollars(greeks.vega), per: '/ vol' },
    { name: 'Theta', value: signedDollars(greeks.theta), per: '/ day' },
  ]
}

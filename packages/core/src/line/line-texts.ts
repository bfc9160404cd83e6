/** Figures as a line writes them: `90k/100k`, `2600P/3400C`. */
import type { OptionKind } from '../catalogue/instrument.ts'
import { formatPrice, price, type Price } from '../decimal.ts'

const THOUSAND = price('1000')

export const strikeText = (strike: Price): string => strikesText([strike])

/** In thousands if all of them are whole thousands: a single `k` in a row applies to every short figure in it. */
export function strikesText(strikes: readonly Price[], optionKinds: readonly (OptionKind | undefined)[] = []): string {
  const isShort = strikes.every((strike) => strike > 0 && strike % THOUSAND === 0)
  return strikes
    .map((strike, place) => {
      const kind = optionKinds[place]
      const figure = isShort ? `${strike / THOUSAND}k` : formatPrice(strike)
      return figure + (kind === undefined ? '' : kind === 'CALL' ? 'C' : 'P')
    })
    .join('/')
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** `15m`, `1h`. */
export const lifetimeWord = (ms: number): string => (ms % HOUR === 0 ? `${ms / HOUR}h` : `${ms / MINUTE}m`)

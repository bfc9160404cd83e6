/** The age of prices, for the styles in base.css. */
import { limits } from './limits.ts'
import { usePriceAge } from './use-live.ts'

export type AgeInk = 'ageing' | 'old' | undefined

/** Full, dotted or grey. An age is undefined while prices are fresh. */
export const inkOf = (ageMs: number | undefined): AgeInk => (ageMs === undefined ? undefined : ageMs > limits.oldMs ? 'old' : 'ageing')

/** For one market, whose venue may be silent while the server is connected. */
export const useInk = (market: Parameters<typeof usePriceAge>[0]): AgeInk => inkOf(usePriceAge(market))

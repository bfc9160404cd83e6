/** The age of prices as base.css inks it. */
import { limits } from './limits.ts'
import { usePriceAge } from './use-live.ts'

export type AgeInk = 'ageing' | 'old' | undefined

/** Full, dotted, grey; an age is undefined while prices are fresh. */
export const inkOf = (ageMs: number | undefined): AgeInk => (ageMs === undefined ? undefined : ageMs > limits.oldMs ? 'old' : 'ageing')

/** Of one market, whose venue may be silent while the server speaks. */
export const useInk = (market: Parameters<typeof usePriceAge>[0]): AgeInk => inkOf(usePriceAge(market))

/** One press quotes, except upon old prices: there the first press says how old they are, and the second sends. */
import { useOldPrices } from '../../../live/use-live.ts'
import type { Offered } from './trade-press.ts'
import { useArm } from './use-arm.ts'

export function useAskWhenOld(market: { readonly baseCurrency: string; readonly venue: string }) {
  const stale = useOldPrices(market)
  const arm = useArm()
  // The words of a button are all that it would send: with other words nothing has been asked yet.
  const offered = (words: string): Offered => ({ side: 'BUY', quantity: '', limit: '0', average: undefined, entered: words, stale })
  return {
    stale,
    /** The button asks for its second press. */
    isAsking: (words: string): boolean => stale !== undefined && arm.stateOf(offered(words)) !== 'IDLE',
    press: (words: string, send: () => void): void => arm.press(offered(words), 'ONE', send),
  }
}

/** Stands where a reason stands. */
export const askedWords = (stale: string): string => `${stale}: they are asked about before anything is sent.`

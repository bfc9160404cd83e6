/** One press quotes, except upon old prices and at an unusual one: there the first press says so, and the second sends. */
import { useOldPrices } from '../../../live/use-live.ts'
import type { Offered } from './trade-press.ts'
import { useArm } from './use-arm.ts'

/** `unusual` are the words of the guard of prices. */
export function useAskWhenOld(market: { readonly baseCurrency: string; readonly venue: string }, unusual?: string) {
  const old = useOldPrices(market)
  const arm = useArm()
  const asks = old ?? unusual
  // The words of a button are all that it would send: with other words nothing has been asked yet.
  const offered = (words: string): Offered => ({ side: 'BUY', quantity: '', limit: '0', average: undefined, entered: words, stale: asks })
  return {
    /** Why the first press only asks, for the button. */
    asks,
    /** The same as a sentence, where a reason stands. */
    words: old === undefined ? unusual && `${unusual}: the first press asks, the second sends.` : askedWords(old),
    /** The button asks for its second press. */
    isAsking: (words: string): boolean => asks !== undefined && arm.stateOf(offered(words)) !== 'IDLE',
    press: (words: string, send: () => void): void => arm.press(offered(words), 'ONE', send),
  }
}

/** Stands where a reason stands. */
export const askedWords = (stale: string): string => `${stale}: they are asked about before anything is sent.`

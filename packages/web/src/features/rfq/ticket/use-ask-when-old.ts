/** One click quotes, unless prices are stale or unusual: then the first click shows the reason, and the second sends. */
import { useOldPrices } from '../../../live/use-live.ts'
import type { Offered } from '../../order-entry/trade-press.ts'
import { useArm } from '../../order-entry/use-arm.ts'

/** `unusual` is the message of the price guard. */
export function useAskWhenOld(market: { readonly baseCurrency: string; readonly venue: string }, unusual?: string) {
  const old = useOldPrices(market)
  const arm = useArm()
  const asks = old ?? unusual
  // The text of a button is everything that it would send, so another text has not been confirmed yet.
  const offered = (words: string): Offered => ({ side: 'BUY', quantity: '', limit: '0', average: undefined, entered: words, stale: asks })
  return {
    /** Why the first click only asks, for the button. */
    asks,
    /** The same as a sentence, in place of a reason. */
    words: old === undefined ? unusual && `${unusual}. You will be asked to confirm.` : askedText(old),
    /** The button waits for its second click. */
    isAsking: (words: string): boolean => asks !== undefined && arm.stateOf(offered(words)) !== 'IDLE',
    press: (words: string, send: () => void): void => arm.press(offered(words), 'ONE', send),
  }
}

/** The sentence about stale prices, in place of a reason. */
export const askedText = (stale: string): string => `${stale}. You will be asked to confirm.`

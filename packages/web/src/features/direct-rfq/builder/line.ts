/** The line at the top of the builder: what a person pastes or types, and what was understood of it. */
import type { FormLeg } from './builder-form.ts'
import type { Instruments } from './chain.ts'

export type ReadLine =
  | { readonly state: 'EMPTY' | 'UNREADABLE'; readonly words: string }
  | { readonly state: 'OTHER_CURRENCY'; readonly words: string; readonly currency: 'BTC' | 'ETH' }
  | {
      readonly state: 'UNDERSTOOD'
      readonly words: string
      readonly legs: readonly FormLeg[]
      readonly quantity: string | undefined
      readonly expiry: number | undefined
    }
export const readLine = (_line: string, _instruments: Instruments, _currency: string): ReadLine => ({ state: 'EMPTY', words: '' })

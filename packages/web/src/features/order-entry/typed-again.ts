import { compareDecimals } from '@parley/client'
import { useState } from 'react'
import type { EnteredNumber } from '../../components/number-text.ts'

/** The price in the second field. Another entry has to be typed again as well. */
export function useTypedAgain(entered: string) {
  const [typed, setTyped] = useState<{ readonly again: EnteredNumber; readonly entered: string }>()
  const again = typed?.entered === entered ? typed.again : ''
  return {
    again,
    type: (next: EnteredNumber) => setTyped({ again: next, entered }),
    is: (price: string | undefined) => price !== undefined && again !== undefined && again !== '' && compareDecimals(again, price) === 0,
  }
}

export type TypedAgain = ReturnType<typeof useTypedAgain>

import { compareDecimals } from '@parley/client'
import { useState } from 'react'
import type { EnteredNumber } from '../../components/number-text.ts'

/** The second field has the same price. */
export const isTypedAgain = (again: EnteredNumber, price: string | undefined): boolean =>
  price !== undefined && again !== undefined && again !== '' && compareDecimals(again, price) === 0

/** The price in the second field. Another entry forgets it, and so does the same price when it is entered later once more. */
export function useTypedAgain(entered: string) {
  const [typed, setTyped] = useState<{ readonly again: EnteredNumber; readonly entered: string }>({ again: '', entered })
  if (typed.entered !== entered) setTyped({ again: '', entered })
  const again = typed.entered === entered ? typed.again : ''
  return {
    again,
    type: (next: EnteredNumber) => setTyped({ again: next, entered }),
    is: (price: string | undefined) => isTypedAgain(again, price),
  }
}

export type TypedAgain = ReturnType<typeof useTypedAgain>

import { compareDecimals } from '@parley/client'
import { useState } from 'react'
import type { EnteredNumber } from '../../components/number-text.ts'

/** The price in the second field. Another entry forgets it, and so does the same price when it is entered later once more. */
export function useTypedAgain(entered: string) {
  const [typed, setTyped] = useState<{ readonly again: EnteredNumber; readonly entered: string }>({ again: '', entered })
  if (typed.entered !== entered) setTyped({ again: '', entered })
  const again = typed.entered === entered ? typed.again : ''
  return {
    again,
    type: (next: EnteredNumber) => setTyped({ again: next, entered }),
    is: (price: string | undefined) => price !== undefined && again !== undefined && again !== '' && compareDecimals(again, price) === 0,
  }
}

export type TypedAgain = ReturnType<typeof useTypedAgain>

/** The vols that a price stands for, and the price that a typed vol stands for: what `52v` became is said beside it. */
import type { Structure } from '@parley/core'
import { useMemo, useRef, useState } from 'react'
import type { EnteredNumber } from '../../../components/number-text.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { useMarkOf } from '../../structure/use-structure.ts'
import { priceAtVol, readVolText, volsOfPrice, volsText } from './vol-price.ts'

export function useTypedVol(rfq: DirectRfq, structure: Structure, price: EnteredNumber) {
  const { markOf, now } = useMarkOf(rfq)
  // The vol as last read; only a value typed into the form counts.
  const lastRead = useRef<string>(undefined)
  const [became, setBecame] = useState<string>()
  const read = (text: string): string | undefined => {
    const vol = readVolText(text)
    lastRead.current = vol === undefined ? undefined : priceAtVol(structure, vol, markOf, now)
    return lastRead.current
  }
  const typed = (next: EnteredNumber) => setBecame(next === lastRead.current ? next : undefined)
  const vols = useMemo(
    () => (price === undefined || price === '' ? undefined : volsOfPrice(structure, price, markOf, now)),
    [structure, price, markOf, now],
  )
  return {
    read,
    typed,
    /** `= 0.0505` of the vol that was typed. */
    became: became !== undefined && became === price ? `= ${price}` : undefined,
    text: vols === undefined ? undefined : volsText(vols),
  }
}

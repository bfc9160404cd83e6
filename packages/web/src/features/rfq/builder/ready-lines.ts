/** Example lines from the current instruments. Each is valid as it is and asks for twice the minimum. Pure. */
import { explainMinimumBlock, type Instrument, printLine, type Quantity, type Structure } from '@parley/core'
import { structureOf } from './builder-summary.ts'
import { expiriesOfChain, type Instruments, type Marks } from './chain.ts'
import { suggestLegs } from './suggest.ts'

export type ReadyLine = { readonly line: string; readonly structure: Structure }

const NAMES = ['Call Spread', 'Straddle', 'Risk Reversal (Call)'] as const
const WEEK_MS = 7 * 86_400_000

/** Empty while the chain or its marks are loading. */
export function readyLines(instruments: Instruments, marks: Marks, currency: string, now: number): readonly ReadyLine[] {
  const expiries = expiriesOfChain(instruments, marks, now)
  const expiry = (expiries.find(({ at }) => at - now > WEEK_MS) ?? expiries[0])?.at
  if (expiry === undefined || marks.size === 0) return []
  return NAMES.flatMap((name) => {
    const legs = suggestLegs(name, instruments, marks, expiry)
    const structure = legs && structureOf(legs, instruments)
    return structure === undefined ? [] : [{ line: lineOf(structure, currency), structure }]
  })
}

const lineOf = (structure: Structure, baseCurrency: Instrument['baseCurrency']): string =>
  printLine({ baseCurrency, structure, quantity: (2 * explainMinimumBlock(structure).minimum) as Quantity })

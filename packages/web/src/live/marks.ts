/** Marks are model figures, for which doubles are appropriate. Money is never handled here. */
import type { Leg } from '@parley/client'
import type { MarkView } from '@parley/contracts'
import { remembering } from './memo-by-object.ts'

export type MarkedLeg = Pick<Leg, 'instrumentId' | 'ratio' | 'side' | 'price'>

const known = remembering<number | undefined>()

/** The structure's mark: the sum of signed ratio times leg mark, without hedges. Undefined while a leg has no mark. */
export const structureMark = (legs: readonly MarkedLeg[], marks: ReadonlyMap<number, MarkView>): number | undefined =>
  known(legs, [marks], () => workOut(legs, marks))

function workOut(legs: readonly MarkedLeg[], marks: ReadonlyMap<number, MarkView>): number | undefined {
  let sum = 0
  for (const leg of legs) {
    if (leg.price !== undefined) continue
    const mark = marks.get(leg.instrumentId)
    if (mark === undefined) return undefined
    sum += (leg.side === 'BUY' ? 1 : -1) * Number(leg.ratio) * Number(mark.mark_price)
  }
  return sum
}

export type StructureGreeks = { readonly delta: number; readonly gamma: number; readonly vega: number; readonly theta: number }

/** The Greeks of the bought quantity, including hedges. */
export function structureGreeks(
  legs: readonly MarkedLeg[],
  quantity: number,
  marks: ReadonlyMap<number, MarkView>,
): StructureGreeks | undefined {
  let [delta, gamma, vega, theta] = [0, 0, 0, 0]
  for (const leg of legs) {
    const mark = marks.get(leg.instrumentId)
    if (mark === undefined) return undefined
    const size = (leg.side === 'BUY' ? 1 : -1) * Number(leg.ratio) * quantity
    delta += size * Number(mark.delta ?? 0)
    gamma += size * Number(mark.gamma ?? 0)
    vega += size * Number(mark.vega ?? 0)
    theta += size * Number(mark.theta ?? 0)
  }
  return { delta, gamma, vega, theta }
}

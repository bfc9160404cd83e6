/** Counts similar RFQs, so that a maker can distinguish one taker with several RFQs from several takers (rulebook 8.10). */
import type { DeskId } from '../../ids.ts'
import { structureKey } from '../../structure/key.ts'
import { turned } from '../../structure/recognise.ts'
import type { Structure } from '../../structure/structure.ts'
import type { LiveRfq } from '../model/live-rfq.ts'
import type { Rfq, Similar } from '../model/rfq.ts'

const keys = new WeakMap<Structure, string>()

/** Equal for both directions of a structure and any order of its legs; computed once for each structure. */
function keyOf(structure: Structure): string {
  let key = keys.get(structure)
  if (key !== undefined) return key
  const bothWays = [structureKey(structure), structureKey({ legs: structure.legs.map(turned) })]
  key = bothWays.sort()[0]!
  keys.set(structure, key)
  return key
}

type NewRfq = Pick<Rfq, 'audience' | 'creator' | 'structure' | 'isTakerAnonymous' | 'makers'>

/**
 * For each maker, the number of similar RFQs that the same taker already has open with it. Named RFQs count with named ones and anonymous ones with
 * anonymous ones, so that a named RFQ never reveals the taker of an anonymous one. Undefined if no maker has any.
 */
export function similarTo(
  { audience, creator, structure, isTakerAnonymous, makers }: NewRfq,
  others: readonly LiveRfq[],
): Similar | undefined {
  if (others.length === 0) return undefined
  const key = keyOf(structure)
  const like = others.filter(
    ({ rfq: other }) =>
      other.audience === audience &&
      other.creator.desk === creator.desk &&
      other.state === 'OPEN' &&
      other.ending === undefined &&
      other.isTakerAnonymous === isTakerAnonymous &&
      other.structure.legs.length === structure.legs.length &&
      keyOf(other.structure) === key,
  )
  const counts: Record<DeskId, number> = {}
  for (const desk of makers) {
    const count = like.filter(({ rfq: other }) => other.makers.includes(desk)).length
    if (count > 0) counts[desk] = count
  }
  return Object.keys(counts).length === 0 ? undefined : counts
}

/** The count that the maker can see. For anonymous RFQs it learns only whether there is another one, because a number would distinguish takers. */
export function similarOpenFor({ similar, isTakerAnonymous }: Rfq, maker: DeskId): number {
  const count = similar?.[maker] ?? 0
  return isTakerAnonymous ? Math.min(count, 1) : count
}

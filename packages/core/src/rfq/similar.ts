/** RFQs that are like another: a taker who sends several at once is no several takers (rulebook 8.10). */
import type { DeskId } from '../ids.ts'
import { structureKey } from '../structure/key.ts'
import { turned } from '../structure/recognise.ts'
import type { Structure } from '../structure/structure.ts'
import type { LiveRfq } from './live-rfq.ts'
import type { Rfq, Similar } from './rfq.ts'

const keys = new WeakMap<Structure, string>()

/** The same in either direction, and whatever the order of the legs; worked out once for each structure. */
function keyOf(structure: Structure): string {
  let key = keys.get(structure)
  if (key !== undefined) return key
  const bothWays = [structureKey(structure), structureKey({ legs: structure.legs.map(turned) })]
  key = bothWays.sort()[0]!
  keys.set(structure, key)
  return key
}

type Coming = Pick<Rfq, 'audience' | 'creator' | 'structure' | 'isTakerAnonymous' | 'makers'>

/**
 * For each maker, how many other open RFQs like it the same taker has with that maker. Named ones count with named ones and anonymous
 * ones with anonymous ones, so that a name never tells whose an anonymous RFQ is; undefined where no maker has any.
 */
export function similarTo(
  { audience, creator, structure, isTakerAnonymous, makers }: Coming,
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

/** What the maker may be told: of anonymous RFQs only that there is another, because their number would tell takers apart. */
export function similarOpenFor({ similar, isTakerAnonymous }: Rfq, maker: DeskId): number {
  const count = similar?.[maker] ?? 0
  return isTakerAnonymous ? Math.min(count, 1) : count
}

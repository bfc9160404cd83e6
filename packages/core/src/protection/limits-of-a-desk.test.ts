import { describe, expect, it } from 'vitest'
import type { DeskId, Instant } from '../ids.ts'
import { isRefusal } from '../refusal.ts'
import { decideProtection } from './decide.ts'
import { MAX_LIMITS_PER_DESK } from './limits.ts'
import { evolveProtections, noProtections } from './protections.ts'

const DESK = 'KEST' as DeskId
const NOON = 1_800_000_000_000 as Instant

/** Protections in which the desk has `count` limits, from `l0` on. */
function withLimits(count: number) {
  const protections = noProtections()
  const limit = (id: string) => ({ id, product: 'DO', windowMs: 1_000, most: { executions: 1 } })
  const set = (id: string, limitsElsewhere = 0): string => {
    const answer = decideProtection(protections, { kind: 'SetLimit', desk: DESK, limit: limit(id), limitsElsewhere }, NOON)
    if (isRefusal(answer)) return `${answer.refused} ${answer.rule}`
    for (const event of answer) evolveProtections(protections, event)
    return answer.map(({ kind }) => kind).join()
  }
  for (let n = 0; n < count; n++) set(`l${n}`)
  return set
}

describe('11.2 a limit that is taken away because its name is set in another market', () => {
  it.each([
    ['was set before', 4, 5, 'LimitRemoved'],
    ['was set before wishes were counted', undefined, 5, 'LimitRemoved'],
    ['came back since', 6, 5, 'LimitUnknown 11.2'],
    ['is the very one', 5, 5, 'LimitUnknown 11.2'],
    ['was set whenever, where it is removed by hand', 6, undefined, 'LimitRemoved'],
  ])('11.2 and %s', (_title, turn, olderThan, then) => {
    const protections = noProtections()
    const limit = { id: 'mine', product: 'DO', windowMs: 1_000, most: { executions: 1 }, ...(turn === undefined ? {} : { turn }) }
    evolveProtections(protections, { kind: 'LimitSet', desk: DESK, limit, at: NOON })
    const older = olderThan === undefined ? {} : { olderThan }
    const answer = decideProtection(protections, { kind: 'RemoveLimit', desk: DESK, id: 'mine', ...older }, NOON)
    expect(isRefusal(answer) ? `${answer.refused} ${answer.rule}` : answer.map(({ kind }) => kind).join()).toBe(then)
  })
})

describe('11.2 a desk sets at most fifty limits', () => {
  it.each([
    ['the fiftieth', 49, 'new', 0, 'LimitSet'],
    ['one more', 50, 'new', 0, 'TooManyLimits 11.2'],
    ['one that is there already', 50, 'l7', 0, 'LimitSet'],
    ['the fiftieth over all markets', 30, 'new', 19, 'LimitSet'],
    ['one more over all markets', 30, 'new', 20, 'TooManyLimits 11.2'],
    ['the first here, with all in other markets', 0, 'new', 50, 'TooManyLimits 11.2'],
    ['one that is there, with as many elsewhere', 20, 'l7', 30, 'LimitSet'],
  ])('11.2 %s', (_title, here, id, elsewhere, then) => {
    expect(MAX_LIMITS_PER_DESK).toBe(50)
    expect(withLimits(here)(id, elsewhere)).toBe(then)
  })
})

import { describe, expect, it } from 'vitest'
import { ratio } from '../../decimal.ts'
import type { Leg, Structure } from '../../structure/structure.ts'
import { turned } from '../../structure/recognise.ts'
import type { RfqCommand } from '../model/commands.ts'
import {
  actor,
  ask,
  call,
  callSpread,
  cancelRfq,
  expire,
  facts,
  given,
  KEST,
  LARK,
  MERL,
  rfqId,
  TAKER,
  when,
} from '../../../test/fixture.ts'
import { rfqFor } from '../display/visibility.ts'

const next = (n: number, change: Parameters<typeof ask>[0] = {}) => ask({ id: rfqId(n), ...change })
const sold: Structure = { legs: [...callSpread.legs].reverse().map(turned) }
const odd: readonly Leg[] = callSpread.legs.map((leg, place) => ({ ...leg, ratio: ratio(place === 0 ? '1' : '1.7') }))

/** The count that the desk sees with the latest RFQ. */
const hint = (desk: typeof KEST, ...commands: readonly RfqCommand[]) => {
  const market = given(...commands)
  const last = [...commands].reverse().find((command) => command.kind === 'CreateRfq')!
  return rfqFor(market.known.get(last.id)!, desk)!.similarOpen
}
const anonymous = { isTakerAnonymous: true } as const

describe('8.10 a maker sees how many RFQs are similar to the one it reads', () => {
  it.each<[string, readonly RfqCommand[], number]>([
    ['none is open', [next(1)], 0],
    ['two are', [next(1), next(2), next(3)], 2],
    ['one is the same sold', [next(1, { structure: sold }), next(2)], 1],
    ['one has no name, and is sold', [next(1, { structure: { legs: odd.map(turned) } }), next(2, { structure: { legs: odd } })], 1],
    ['one is of another structure', [next(1, { structure: call }), next(2)], 0],
    ['one is closed', [next(1), { ...cancelRfq, id: rfqId(1) }, next(2)], 0],
    ['one has run out', [next(1), { ...expire, id: rfqId(1) }, next(2)], 0],
    ['one is a draft', [next(1, { as: 'DRAFT' }), next(2)], 0],
    ['one went to others', [next(1, { makers: [LARK, MERL] }), next(2)], 0],
    ['one is of another taker', [next(1, { actor: actor(LARK), makers: [KEST, MERL] }), next(2)], 0],
    ['the other is anonymous', [next(1, anonymous), next(2)], 0],
    ['this one is anonymous', [next(1), next(2, anonymous)], 0],
    ['both are anonymous', [next(1, anonymous), next(2, anonymous)], 1],
    ['three are anonymous, and no more is told than of two', [next(1, anonymous), next(2, anonymous), next(3, anonymous)], 1],
  ])('8.10 %s', (_title, commands, count) => {
    expect(hint(KEST, ...commands)).toBe(count)
  })

  it('8.10 each maker of what it was asked itself, and the taker of nothing', () => {
    const commands = [next(1, { makers: [KEST, LARK] }), next(2, { makers: [KEST] }), next(3)]
    expect([KEST, LARK, MERL].map((desk) => hint(desk, ...commands))).toEqual([2, 1, 0])
    expect(hint(TAKER, ...commands)).toBeNull()
  })

  it('8.10 a draft counts what is open when it is sent', () => {
    const market = given(next(1), next(2, { as: 'DRAFT' }))
    when(market, { kind: 'SendDraft', audience: 'DIRECT', actor: actor(TAKER), id: rfqId(2), facts })
    expect(rfqFor(market.known.get(rfqId(2))!, KEST)!.similarOpen).toBe(1)
    expect(rfqFor(market.known.get(rfqId(1))!, KEST)!.similarOpen).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { quantity } from '../../decimal.ts'
import { KEST, LARK, TAKER } from '../../../test/fixture.ts'
import { Negotiation, sharedAudiences } from '../../../test/negotiation.ts'

describe.each(sharedAudiences)('5.16, 10.12 an order is cancelled in $audience', ({ audience, rules }) => {
  const field = audience === 'DIRECT' ? 'id' : 'quote_id'

  it('by its own desk, as long as something of it rests', () => {
    const talks = new Negotiation(audience)
    const id = talks.rest(KEST, 'SELL', '0.02', '100')
    expect(talks.send(talks.pull(LARK, id))).toBe(`OrderUnknown ${rules.find} ${field}`)
    expect(talks.must(talks.pull(KEST, id))).toMatchObject([{ kind: 'OrderCanceled', cause: 'USER', quantity: quantity('100') }])
    expect(talks.orderOf(id).state).toBe('CLOSED')
    // An order book forgets a quote once nothing of it is left.
    expect(talks.send(talks.pull(KEST, id))).toBe(`${audience === 'DIRECT' ? 'OrderClosed' : 'OrderUnknown'} ${rules.find} ${field}`)
  })

  it('but not the part of it that is at the venue', () => {
    const talks = new Negotiation(audience)
    const id = talks.rest(KEST, 'SELL', '0.02', '100')
    const [trade] = talks.buy('0.02', '30')
    expect(talks.must(talks.pull(KEST, id))).toMatchObject([{ quantity: quantity('70') }])
    expect(talks.orderOf(id)).toMatchObject({ pending: quantity('30'), canceled: quantity('70'), state: 'CLOSED' })
    expect(talks.send(talks.pull(KEST, id))).toBe(`OrderClosed ${rules.find} ${field}`)
    expect(talks.send(talks.pull(TAKER, trade!.takerOrder))).toBe(`OrderClosed ${rules.find} ${field}`)
    talks.must(talks.reject(trade!.id))
    expect(talks.orderOf(id)).toMatchObject({ pending: 0, canceled: quantity('100'), state: 'CLOSED' })
  })
})

/** RFQs to groups of makers, as the taker and the makers see them. */
import { isRefusal, type Refusal } from '@parley/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../../test/database.ts'
import { callerOf, callSpread, KEST, LARK, MERL, openWorld, ORRY, type World } from '../../../../test/direct-market.ts'
import { createTestVenue } from '../../../../test/settlement-venue.ts'

const database = withTestDatabase()
let flow: World
beforeAll(async () => void (flow = await openWorld(database.sql, createTestVenue(Date.now).venue)))
afterAll(() => flow?.close())

const [taker, kest, lark, merl] = [callerOf(ORRY), callerOf(KEST), callerOf(LARK), callerOf(MERL)]

function accepted<T>(answer: T | Refusal): T {
  if (typeof answer === 'object' && answer !== null && isRefusal(answer)) throw new Error(`${answer.refused}: ${answer.message}`)
  return answer as T
}
const terms = { venue: 'DBT', quantity: '25', legs: callSpread } as const
const ask = async (change: object) => accepted(await flow.service.createRfq(taker, { ...terms, ...change }))

describe('4.15 asking by groups', () => {
  // Proves T 3.53.
  it('goes to the makers of the group that may be asked, and only the taker sees the group', async () => {
    const rfq = await ask({ groups: ['core'] })
    expect([rfq.groups, rfq.counterparties]).toEqual([['Core'], [KEST, LARK]])
    for (const maker of [kest, lark]) {
      const seen = accepted(await flow.service.getRfq(maker, rfq.id))
      expect(seen).toMatchObject({ groups: [], counterparties: [maker.desk] })
    }
    expect(await flow.service.getRfq(merl, rfq.id)).toMatchObject({ refused: 'NotFound' })
    expect(accepted(await flow.service.getRfq(taker, rfq.id)).groups).toEqual(['Core'])
    accepted(await flow.service.cancelRfq(taker, rfq.id))
  })

  it('of a draft is kept with it, and refused if no maker of the group may be asked', async () => {
    const draft = await ask({ groups: ['LP'], state: 'DRAFT' })
    expect([draft.groups, draft.counterparties]).toEqual([['LP'], [KEST, LARK, MERL]])
    expect(accepted(await flow.service.sendDraft(taker, draft.id))).toMatchObject({ state: 'OPEN', groups: ['LP'] })
    accepted(await flow.service.cancelRfq(taker, draft.id))
    expect(await flow.service.createRfq(taker, { ...terms, groups: ['Closed'] })).toMatchObject({
      refused: 'CounterpartyMissing',
      rule: '4.15',
    })
  })
})

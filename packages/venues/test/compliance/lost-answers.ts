/** The worst behaviour of network and venue: nothing may be executed twice, and nothing given up that could still be executed. */
import { expect, it, vi } from 'vitest'
import { PATIENCE, type Disruption, type WithVenue } from './harness.ts'
import { done, sampleBlock, settle } from './sample-block.ts'

export function lostAnswers(withVenue: WithVenue): void {
  it.each<Disruption>(['LOSE_ANSWER', 'DISCONNECT_AFTER'])(
    'leaves the outcome open when the answer is lost (%s), and then finds the block',
    (how) =>
      withVenue(async (harness) => {
        const { venue, taker } = harness
        const block = await sampleBlock(harness)
        const verification = done(await venue.verifyBlock(block, harness))
        harness.disrupt('EXECUTE', how)
        expect(await venue.executeBlock(block, verification, harness)).toMatchObject({ outcome: 'UNKNOWN' })
        // A venue may still be working on a request when its response is lost.
        await vi.waitFor(async () => {
          const found = done(await venue.findBlock(block, taker))
          expect(found).toMatchObject({ legs: block.legs.map((leg) => ({ instrumentName: leg.instrument.name })) })
        }, PATIENCE)
        expect(harness.executed()).toBe(1)
      })(),
  )

  it.each<Disruption>(['DISCONNECT_BEFORE', 'BUSY'])(
    'leaves the outcome open when nothing was carried out (%s), and executing again is safe',
    (how) =>
      withVenue(async (harness) => {
        const { venue, taker } = harness
        const block = await sampleBlock(harness)
        const verification = done(await venue.verifyBlock(block, harness))
        harness.disrupt('EXECUTE', how)
        expect(await venue.executeBlock(block, verification, harness)).toMatchObject({
          outcome: 'UNKNOWN',
          retryAfterMs: expect.any(Number),
        })
        expect(done(await venue.findBlock(block, taker))).toBe('NOT_SO_FAR')
        done(await venue.executeBlock(block, verification, harness))
        expect(harness.executed()).toBe(1)
      })(),
  )

  it(
    'does not call off a block whose request is still on its way',
    withVenue(async (harness) => {
      const { venue, taker } = harness
      const block = await sampleBlock(harness)
      const verification = done(await venue.verifyBlock(block, harness))
      harness.delay('EXECUTE', 5_000)
      const late = venue.executeBlock(block, verification, harness)
      expect(done(await venue.findBlock(block, taker))).toBe('NOT_SO_FAR')
      await late
      await vi.waitFor(
        async () => expect(done(await venue.findBlock(block, taker))).toMatchObject({ venueTradeId: expect.anything() }),
        PATIENCE,
      )
      done(await venue.executeBlock(block, verification, harness))
      expect(harness.executed()).toBe(1)
    }),
  )

  it(
    'is not misled by a duplicate response',
    withVenue(async (harness) => {
      harness.disrupt('VERIFY', 'ANSWER_TWICE')
      harness.disrupt('EXECUTE', 'ANSWER_TWICE')
      done(await settle(harness, await sampleBlock(harness)))
      expect(harness.executed()).toBe(1)
    }),
  )

  it(
    'reports a lost query as unknown, not as an absence',
    withVenue(async (harness) => {
      const block = await sampleBlock(harness)
      harness.disrupt('FIND', 'DISCONNECT_BEFORE')
      expect(await harness.venue.findBlock(block, harness.taker)).toMatchObject({ outcome: 'UNKNOWN' })
    }),
  )
}

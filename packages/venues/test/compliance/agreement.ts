/** A block from the maker's consent to the venue's record. */
import { expect, it, vi } from 'vitest'
import type { Block } from '../../src/port/venue-answers.ts'
import { PATIENCE, type WithVenue } from './harness.ts'
import { done, sampleBlock, settle } from './sample-block.ts'

export function agreement(withVenue: WithVenue): void {
  it(
    'executes for the taker what the maker verified, leg by leg at the agreed prices',
    withVenue(async (harness) => {
      const block = await sampleBlock(harness)
      const settled = done(await settle(harness, block))
      expect(settled.legs.map((leg) => [leg.instrumentName, leg.price, leg.quantity])).toEqual(
        block.legs.map((leg) => [leg.instrument.name, leg.price, leg.quantity]),
      )
      expect(harness.executed()).toBe(1)
    }),
  )

  it(
    'executes one block once, however often it is asked to',
    withVenue(async (harness) => {
      const { venue, taker } = harness
      const block = await sampleBlock(harness)
      const verification = done(await venue.verifyBlock(block, harness))
      const first = done(await venue.executeBlock(block, verification, harness))
      await venue.executeBlock(block, verification, harness)
      expect(harness.executed()).toBe(1)
      expect(done(await venue.findBlock(block, taker))).toEqual(first)
    }),
  )

  it(
    'finds a settled block for either party, even after a restart',
    withVenue(async (harness) => {
      const block = await sampleBlock(harness)
      const settled = done(await settle(harness, block))
      const restarted = await harness.restartAdapter()
      expect(done(await restarted.findBlock(block, harness.maker))).toEqual(settled)
      expect(done(await restarted.findBlock(block, harness.taker))).toEqual(settled)
    }),
  )

  absences(withVenue)
}

function absences(withVenue: WithVenue): void {
  it(
    'distinguishes a verified block from an executed one',
    withVenue(async (harness) => {
      const block = await sampleBlock(harness)
      done(await harness.venue.verifyBlock(block, harness))
      expect(done(await harness.venue.findBlock(block, harness.taker))).toBe('NOT_SO_FAR')
    }),
  )

  it(
    'reports that a block never happened only when it can no longer happen',
    withVenue(async (harness) => {
      const { venue, taker } = harness
      const block = await sampleBlock(harness)
      const verification = done(await venue.verifyBlock(block, harness))
      harness.advance(harness.blockWindowMs - 1_000)
      expect(done(await venue.findBlock(block, taker))).toBe('NOT_SO_FAR')
      harness.advance(120_000)
      await vi.waitFor(async () => expect(done(await venue.findBlock(block, taker))).toBe('NEVER_HAPPENED'), PATIENCE)
      expect((await venue.executeBlock(block, verification, harness)).outcome).not.toBe('DONE')
      expect(harness.executed()).toBe(0)
    }),
  )

  it(
    'does not confuse a block with its twin',
    withVenue(async (harness) => {
      const first = await sampleBlock(harness)
      const twin: Block = { ...first, nonce: `${first.nonce}-twin` }
      const settled = done(await settle(harness, first))
      expect(done(await harness.venue.findBlock(twin, harness.taker))).toBe('NOT_SO_FAR')
      const restarted = await harness.restartAdapter()
      expect(done(await restarted.findBlock(twin, harness.taker, (id) => id === settled.venueTradeId))).toBe('NOT_SO_FAR')
    }),
  )
}

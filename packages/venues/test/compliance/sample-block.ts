/** Sample blocks for tests of a venue. */
import { vi, expect } from 'vitest'
import { priceFromNumber, PRICE_DECIMALS, type Price } from '@parley/core'
import type { Block, BlockLeg, Contract, Settled, VenueAnswer } from '../../src/port/venue-answers.ts'
import { PATIENCE, type VenueHarness } from './harness.ts'
import { connected } from './watch.ts'

/** A call spread at its marks, with twice the minimum block. */
export async function sampleBlock({ venue, now }: VenueHarness): Promise<Block> {
  const listed = await venue.instruments()
  const { seen } = await connected(venue)
  await vi.waitFor(() => expect(seen.marks.size).toBe(listed.length), PATIENCE)
  const dear = listed.filter(
    (row) => row.optionKind === 'CALL' && seen.marks.get(row.id)!.markPrice >= 40 * (row.tickSize / 10 ** PRICE_DECIMALS),
  )
  const first = dear.find((row) =>
    dear.some((other) => other !== row && other.expiresAt === row.expiresAt && other.baseCurrency === row.baseCurrency),
  )!
  const second = dear.find((row) => row !== first && row.expiresAt === first.expiresAt && row.baseCurrency === first.baseCurrency)!
  const leg = (instrument: Contract, makerSide: BlockLeg['makerSide']): BlockLeg => {
    const mark = priceFromNumber(seen.marks.get(instrument.id)!.markPrice)!
    return {
      instrument,
      makerSide,
      price: (Math.round(mark / instrument.tickSize) * instrument.tickSize) as Price,
      quantity: instrument.minBlockSize,
    }
  }
  return { nonce: `compliance-${now()}`, at: now(), legs: [leg(first, 'SELL'), leg(second, 'BUY')] }
}

export function changeLeg(change: (leg: BlockLeg) => BlockLeg): (block: Block) => Block {
  return (block) => ({ ...block, legs: block.legs.map((leg, index) => (index === 0 ? change(leg) : leg)) })
}

export async function settle(harness: VenueHarness, block: Block): Promise<VenueAnswer<Settled>> {
  const { venue } = harness
  return venue.executeBlock(block, done(await venue.verifyBlock(block, harness)), harness)
}

export function done<T>(answer: VenueAnswer<T>): T {
  if (answer.outcome !== 'DONE') throw new Error(`${answer.outcome}: ${answer.message}`)
  return answer.value
}

/** Blocks that a venue finally refuses. */
import { expect, it } from 'vitest'
import type { Price, Quantity } from '@parley/core'
import type { Block, Contract, Verification } from '../../src/port/venue-answers.ts'
import type { WithVenue } from './harness.ts'
import { changeLeg, done, sampleBlock } from './sample-block.ts'

/** On the grid but below the minimum; undefined if the minimum is a single increment. */
const tooLittle = ({ quantityIncrement, minBlockSize }: Contract): Quantity =>
  Math.min(quantityIncrement, minBlockSize - quantityIncrement) as Quantity

// Each row names the fault of the block and the change that causes it.
const wrongBlocks: readonly (readonly [what: string, change: (block: Block) => Block])[] = [
  ['an instrument that is not listed', changeLeg((leg) => ({ ...leg, instrument: { ...leg.instrument, name: 'BTC-1JAN20-1-C' } }))],
  ['a price off the block grid', changeLeg((leg) => ({ ...leg, price: (leg.price + 1) as Price }))],
  ['a price above the band', changeLeg((leg) => ({ ...leg, price: (leg.price + 4_000 * leg.instrument.tickSize) as Price }))],
  ['a price below the band', changeLeg((leg) => ({ ...leg, price: 0 as Price }))],
  ['a quantity that is no multiple of the increment', changeLeg((leg) => ({ ...leg, quantity: (leg.quantity + 1) as Quantity }))],
  [
    'less than the minimum block',
    (block) => ({ ...block, legs: block.legs.map((leg) => ({ ...leg, quantity: tooLittle(leg.instrument) })) }),
  ],
  ['no legs', (block) => ({ ...block, legs: [] })],
  ['a time long past', (block) => ({ ...block, at: block.at - 3_600_000 })],
  ['a time still to come', (block) => ({ ...block, at: block.at + 3_600_000 })],
]

export function refusals(withVenue: WithVenue): void {
  it.each(wrongBlocks)("refuses to verify %s, with the venue's message", (_, change) =>
    withVenue(async (harness) => {
      const answer = await harness.venue.verifyBlock(change(await sampleBlock(harness)), harness)
      expect(answer).toMatchObject({ outcome: 'REJECTED', message: expect.stringMatching(/./), code: expect.stringMatching(/./) })
    })(),
  )

  it(
    'refuses to verify for unknown credentials',
    withVenue(async (harness) => {
      expect(await harness.venue.verifyBlock(await sampleBlock(harness), { ...harness, maker: harness.nobody })).toMatchObject({
        outcome: 'REJECTED',
      })
    }),
  )

  refusedExecutions(withVenue)
}

function refusedExecutions(withVenue: WithVenue): void {
  it(
    'refuses to execute for a read-only key',
    withVenue(async (harness) => {
      const block = await sampleBlock(harness)
      const verification = done(await harness.venue.verifyBlock(block, harness))
      expect(await harness.venue.executeBlock(block, verification, { ...harness, taker: harness.reader })).toMatchObject({
        outcome: 'REJECTED',
      })
    }),
  )

  it.each<readonly [string, (block: Block, verification: Verification) => readonly [Block, Verification]]>([
    [
      'at another price',
      (block, verification) => [
        changeLeg((leg) => ({ ...leg, price: (leg.price + leg.instrument.tickSize) as Price }))(block),
        verification,
      ],
    ],
    [
      'with the sides changed',
      (block, verification) => [changeLeg((leg) => ({ ...leg, makerSide: leg.makerSide === 'BUY' ? 'SELL' : 'BUY' }))(block), verification],
    ],
    ['under another nonce', (block, verification) => [{ ...block, nonce: `${block.nonce}x` }, verification]],
    ['at another time', (block, verification) => [{ ...block, at: block.at + 1 }, verification]],
    ['with an invented signature', (block, verification) => [block, { ...verification, signature: 'invented' }]],
  ])('refuses to execute what was verified %s', (_, change) =>
    withVenue(async (harness) => {
      const block = await sampleBlock(harness)
      const verification = done(await harness.venue.verifyBlock(block, harness))
      expect(await harness.venue.executeBlock(...change(block, verification), harness)).toMatchObject({ outcome: 'REJECTED' })
      expect(harness.executed()).toBe(0)
    })(),
  )

  it(
    'does not let one account be both parties',
    withVenue(async (harness) => {
      const block = await sampleBlock(harness)
      const verification = done(await harness.venue.verifyBlock(block, harness))
      expect(await harness.venue.executeBlock(block, verification, { ...harness, taker: harness.maker })).toMatchObject({
        outcome: 'REJECTED',
      })
    }),
  )
}

/** Settlement at a venue where everything fails that can, block after block, driven by a seed. */
import { afterAll, describe, expect, it } from 'vitest'
import { price, type Instrument } from '@parley/core'
import { createDeribitVenue, type Block, type Venue, type VenueCredentials } from '@parley/venues'
import { done } from '@parley/venues/compliance'
import type { FaultOrder } from '../exchange/faults.ts'
import { createDeribitSimulator } from './simulator.ts'

const MAKER = { clientId: 'maker', clientSecret: 'm', name: 'Maker' }
const TAKER = { clientId: 'taker', clientSecret: 't', name: 'Taker' }
const BLOCKS = 24
const MAX_ROUNDS = 400

/** Over half of the calls that matter fail in some way. */
const storm: readonly FaultOrder[] = ['private/verify_block_trade', 'private/execute_block_trade', 'private/get_block_trades'].flatMap(
  (method) => [
    { method, fault: { kind: 'DISCONNECT_BEFORE' }, probability: 0.1 },
    { method, fault: { kind: 'DISCONNECT_AFTER' }, probability: 0.1 },
    { method, fault: { kind: 'LOSE_ANSWER' }, probability: 0.08 },
    { method, fault: { kind: 'DELAY', delayMs: 600 }, probability: 0.12 },
    { method, fault: { kind: 'ANSWER_TWICE' }, probability: 0.1 },
    { method, fault: { kind: 'REJECT', code: 10041, message: 'settlement_in_progress' }, probability: 0.1 },
  ],
)

/** Does what settlement does: verifies until that succeeds, then executes, and asks first if a response was lost. Returns the venue's id. */
async function settle(venue: Venue, block: Block, taken: ReadonlySet<string>): Promise<string> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const verified = await venue.verifyBlock(block, { maker: MAKER, taker: TAKER })
    if (verified.outcome === 'UNKNOWN') continue
    for (; round < MAX_ROUNDS; round += 1) {
      const executed = await venue.executeBlock(block, done(verified), { maker: MAKER, taker: TAKER })
      if (executed.outcome === 'DONE') return executed.value.venueTradeId
      const found = await ask(venue, block, taken, TAKER)
      if (found !== 'NOT_SO_FAR') return found
    }
  }
  throw new Error(`${block.nonce} was not settled in ${MAX_ROUNDS} rounds`)
}

async function ask(venue: Venue, block: Block, taken: ReadonlySet<string>, party: VenueCredentials): Promise<string> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found = await venue.findBlock(block, party, (id) => taken.has(id))
    if (found.outcome === 'DONE') return typeof found.value === 'string' ? found.value : found.value.venueTradeId
  }
  throw new Error(`${block.nonce} was not found in ${MAX_ROUNDS} rounds`)
}

/** Listed before the storm, with the product's usual timeouts. */
async function perpetualAt(url: string): Promise<Instrument> {
  const venue = createDeribitVenue({ url })
  try {
    return (await venue.instruments()).find(({ name }) => name === 'BTC-PERPETUAL')!
  } finally {
    await venue.close()
  }
}

describe('settlement in a storm', { timeout: 240_000 }, () => {
  const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  afterAll(() => console.log(`The storm was of PARLEY_SEED=${seed}.`))

  it.each(['all alike', 'all different'])('settles every block once, %s, whatever is lost, late or doubled', async (kind) => {
    const simulator = await createDeribitSimulator({ seed, tickMs: 0, accounts: [MAKER, TAKER], faults: storm })
    // A response that takes longer than this counts as lost. On a slow machine this only adds faults.
    const venue = createDeribitVenue({ url: simulator.url, callTimeoutMs: 500 })
    try {
      const instrument = await perpetualAt(simulator.url)
      const level = Math.round(simulator.market.index('BTC'))
      const taken = new Set<string>()
      const blocks = Array.from({ length: BLOCKS }, (_, index): Block => {
        const at = price(`${kind === 'all alike' ? level : level + index}`)
        return {
          nonce: `block ${index}`,
          at: Date.now(),
          legs: [{ instrument, makerSide: 'BUY', price: at, quantity: instrument.minBlockSize }],
        }
      })
      const settled = await Promise.all(
        blocks.map(async (block) => {
          const id = await settle(venue, block, taken)
          taken.add(id)
          return id
        }),
      )
      const executed = simulator.blocks()
      expect(executed.map(({ nonce }) => nonce).sort(), `seed ${seed}`).toEqual(blocks.map(({ nonce }) => nonce).sort())
      expect([...settled].sort(), `seed ${seed}`).toEqual(executed.map(({ id }) => id).sort())
    } finally {
      await venue.close()
      await simulator.close()
    }
  })
})

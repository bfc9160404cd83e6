import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { price, quantity } from '@parley/core'
import { createParadexVenue } from '@parley/venues'
import { done } from '@parley/venues/compliance'
import { createParadexSimulator } from './simulator.ts'

const maker = { clientId: `0x${'1'.repeat(40)}`, clientSecret: `0x${'2'.repeat(60)}`, name: 'Maker' }
const taker = { clientId: `0x${'3'.repeat(40)}`, clientSecret: `0x${'4'.repeat(60)}`, name: 'Taker' }

it('a block is remembered by the venue after its process has ended, with the positions that it made', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-paradex-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const open = async () => {
    const simulator = await createParadexSimulator({ seed: 3, tickMs: 0, dataDir, accounts: [maker, taker] })
    const venue = createParadexVenue(simulator)
    return { simulator, venue, close: () => Promise.all([venue.close(), simulator.close()]) }
  }
  const first = await open()
  const [instrument] = await first.venue.traded.instruments()
  const at = Date.now()
  const mark = Math.round(first.simulator.market.mark(first.simulator.market.contract(instrument!.name)!))
  const leg = { instrument: instrument!, makerSide: 'SELL', price: price(String(mark)), quantity: quantity('0.5') } as const
  const block = { nonce: 'remembered', at, legs: [leg] }
  const settled = done(
    await first.venue.executeBlock(block, done(await first.venue.verifyBlock(block, { maker, taker })), { maker, taker }),
  )
  await first.close()

  const again = await open()
  onTestFinished(() => void again.close())
  expect(done(await again.venue.traded.findBlock(block, maker))).toMatchObject({ venueTradeId: settled.venueTradeId })
  const record = done(await again.venue.readBlocks(taker, at - 60_000, at + 60_000))
  expect(record).toMatchObject([{ venueTradeId: settled.venueTradeId, role: 'TAKER' }])
  for (const [party, held] of [
    [maker, -500_000],
    [taker, 500_000],
  ] as const)
    expect(done(await again.venue.readHoldings(party)).positions).toMatchObject([{ instrumentName: instrument!.name, quantity: held }])
})

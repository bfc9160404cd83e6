/** The stored data of the simulated venue, which survives however its process ends, and the delisting of one of its markets. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { quantity } from '@parley/core'
import { done } from '@parley/venues/compliance'
import { MARKET, OTHERS, OTHER, OWN, at, endOf, marketOrder, openBox, order, type Box } from '../../test/paradex-box.ts'

const cleaning: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})
function folder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-paradex-'))
  cleaning.push(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}
async function box(options?: Parameters<typeof openBox>[0]): Promise<Box> {
  const opened = await openBox(options)
  cleaning.push(opened.close)
  return opened
}

describe('accounts of the simulated Paradex', () => {
  it('have the same money, positions, fills, orders and margin after a kill', async () => {
    const dataDir = folder()
    const before = await box({ dataDir })
    const account = before.venue.perpetuals.account(OWN)
    done(await account.setMargin({ market: MARKET, mode: 'CROSS', leverage: 10 }))
    const bought = await endOf(account.place(marketOrder('BUY', '0.2')))
    const resting = done(await account.place(order({ price: at(Math.floor(before.mark() * 0.98)) })))
    const stop = done(
      await account.place(
        order({
          side: 'SELL',
          kind: 'STOP_MARKET',
          triggerPrice: at(Math.floor(before.mark() * 0.9)),
          instruction: 'IMMEDIATE_OR_CANCEL',
        }),
      ),
    )
    const cancelled = done(await account.place(order({ price: at(Math.floor(before.mark() * 0.97)) })))
    done(await account.cancel(cancelled.id))
    const held = done(await account.positions())
    const fills = done(await account.fills(0, before.now()))

    // The previous run is not closed, as if killed: whatever is in its folder remains.
    const after = await box({ dataDir })
    const again = after.venue.perpetuals.account(OWN)
    expect(done(await again.positions())).toMatchObject(
      held.map(({ market, quantity: size, averagePrice, leverage }) => ({ market, quantity: size, averagePrice, leverage })),
    )
    expect(done(await again.fills(0, before.now()))).toEqual(fills)
    expect(done(await again.marginSetting(MARKET))).toMatchObject({ leverage: 10 })
    expect(done(await again.openOrders()).map(({ id, state }) => [id, state])).toEqual([
      [resting.id, 'OPEN'],
      [stop.id, 'UNTRIGGERED'],
    ])
    expect((await endOf(again.findOrder(bought.clientId!))).remaining).toBe(0)
    expect(after.simulator.ledger.cash(OWN.clientId)).toBe(before.simulator.ledger.cash(OWN.clientId))
    expect(await again.place(marketOrder('BUY', '0.1', { clientId: bought.clientId! }))).toMatchObject({ code: 'DUPLICATED_CLIENT_ID' })
  })

  it('continue: resting orders trade, their ids are not reused, and funding continues from its last value', async () => {
    const dataDir = folder()
    const before = await box({ dataDir })
    const low = at(Math.floor(before.mark() * 0.98))
    const resting = done(await before.venue.perpetuals.account(OWN).place(order({ price: low, quantity: quantity('0.3') })))
    done(await before.venue.perpetuals.account(OTHER).place(marketOrder('BUY', '0.1')))
    before.advance(30 * 60_000)
    before.simulator.step(30 * 60_000)
    const { index } = before.simulator.market.funding('BTC')

    const after = await box({ dataDir })
    expect(after.simulator.market.funding('BTC').index).toBe(index)
    const other = after.venue.perpetuals.account(OTHER)
    // Sells through the house's levels down to the price at which the order rests.
    const sold = done(await other.place(order({ side: 'SELL', price: low, quantity: quantity('40') })))
    expect(sold.id).not.toBe(resting.id)
    const [bought] = done(await after.venue.perpetuals.account(OWN).positions())
    expect(bought).toMatchObject({ market: MARKET, quantity: quantity('0.3'), averagePrice: low })
  })
})

describe('a market that ends', () => {
  it('is delisted, its orders are cancelled, and positions are settled at the last mark', async () => {
    const { venue, simulator, mark, now } = await box()
    const account = venue.perpetuals.account(OWN)
    const resting = done(await account.place(order({ price: at(Math.floor(mark() * 0.98)) })))
    done(await account.place(marketOrder('BUY')))
    expect([simulator.endMarket('XYZ-USD-PERP'), simulator.endMarket(MARKET)]).toEqual([false, true])
    expect(done(await venue.perpetuals.markets()).map(({ name }) => name)).toEqual(OTHERS)
    expect(await endOf(account.findOrder(resting.clientId!))).toMatchObject({ state: 'CLOSED', reason: 'MARKET_EXPIRED' })
    expect(done(await account.positions())).toEqual([])
    expect(done(await account.fills(0, now())).at(-1)).toMatchObject({ side: 'SELL', kind: 'SETTLEMENT' })
    expect(await account.place(marketOrder('BUY'))).toMatchObject({ outcome: 'REJECTED', code: 'MARKET_NOT_FOUND' })
  })
})

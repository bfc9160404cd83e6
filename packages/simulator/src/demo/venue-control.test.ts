import { describe, expect, it, onTestFinished } from 'vitest'
import { price } from '@parley/core'
import { createDeribitVenue } from '@parley/venues'
import { done } from '@parley/venues/compliance'
import { createDeribitSimulator } from '../deribit/simulator.ts'
import { createFaults, type Faults } from '../exchange/faults.ts'
import { createRandom } from '../exchange/random.ts'
import { openVenueControl } from './venue-control.ts'

const EXECUTE = 'private/execute_block_trade'
const SLOW = { kind: 'DELAY', delayMs: 400 } as const

const nothingToAlter = (): undefined => undefined
const venuesWith = (faults: Faults, others: Faults) => ({
  DBT: { faults, tamper: nothingToAlter },
  BYB: { faults: others, tamper: nothingToAlter },
  BIT: { faults: others, tamper: nothingToAlter },
  PRDX: { faults: others, tamper: nothingToAlter },
})

describe("the control of the demo's venues", () => {
  it('refuses only the next block, with the given message, before all other faults', async () => {
    const faults = createFaults([{ method: EXECUTE, fault: SLOW }], createRandom(1, 'faults'))
    const others = createFaults([], createRandom(1, 'faults'))
    const control = await openVenueControl(venuesWith(faults, others))
    const send = (path: string, body: string, type = 'application/json') =>
      fetch(`${control.url}${path}`, { method: 'POST', body, headers: { 'content-type': type } }).then(({ status }) => status)
    const sound = '{"code":10009,"message":"not_enough_funds"}'
    expect([
      await send('/reject-next', sound, 'text/plain'),
      await send('/reject-next', '{"code":"10009"}'),
      await send('/reject-next', ' '.repeat(20_000)),
      await send('/faults', sound),
    ]).toEqual([415, 400, 413, 404])
    const foreign = { method: 'POST', body: sound, headers: { 'content-type': 'application/json' } }
    const { origin } = new URL(control.url)
    // Without the token in the address, and from a page in a browser.
    expect((await fetch(`${origin}/reject-next`, foreign)).status).toBe(404)
    const page = { ...foreign, headers: { ...foreign.headers, origin: 'https://evil.example' } }
    expect((await fetch(`${control.url}/reject-next`, page)).status).toBe(403)
    expect(faults.draw(EXECUTE)).toEqual(SLOW)
    expect(await send('/reject-next', sound)).toBe(204)
    expect([faults.draw(EXECUTE), faults.draw(EXECUTE)]).toEqual([{ kind: 'REJECT', code: 10009, message: 'not_enough_funds' }, SLOW])
    expect(await send('/reject-next', '{"venue":"BIT","code":18100109,"message":"no"}')).toBe(204)
    expect(await send('/reject-next', '{"venue":"XYZ","code":1,"message":"no"}')).toBe(400)
    expect(others.draw('private/POST blocktrades taker')).toEqual({ kind: 'REJECT', code: 18_100_109, message: 'no' })
    expect(await send('/reject-next', '{"venue":"BYB","code":110312,"message":"no"}')).toBe(204)
    expect(others.draw('/v5/rfq/execute-quote')).toEqual({ kind: 'REJECT', code: 110_312, message: 'no' })
    await control.close()
  })

  it('makes keys at Bybit, and changes them', async () => {
    const others = createFaults([], createRandom(1, 'faults'))
    const made: object[] = []
    const venues = venuesWith(others, others)
    const control = await openVenueControl({ ...venues, BYB: { ...venues.BYB, addAccount: (account) => void made.push(account) } })
    const send = (body: object) =>
      fetch(`${control.url}/keys`, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
    const key = { client_id: 'k', client_secret: 's' }
    expect((await send({ ...key, lacks: ['BlockTrade'] })).status).toBe(204)
    expect((await send(key)).status).toBe(204)
    expect((await send({ ...key, lacks: ['Everything'] })).status).toBe(400)
    expect((await send({ client_id: 'k' })).status).toBe(400)
    const account = { clientId: 'k', clientSecret: 's', name: 'k' }
    expect(made).toEqual([
      { ...account, lacks: ['BlockTrade'] },
      { ...account, lacks: [] },
    ])
    await control.close()
  })

  it('ends a perpetual, and the token of the next order at its venue', async () => {
    const faults = createFaults([], createRandom(1, 'faults'))
    const endMarket = (symbol: string): boolean => symbol === 'BTC-USD-PERP'
    const control = await openVenueControl({ ...venuesWith(faults, faults), PRDX: { faults, tamper: nothingToAlter, endMarket } })
    onTestFinished(() => control.close())
    const send = (body: object) =>
      fetch(`${control.url}/perpetuals`, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
    expect((await send({ order: 'END_MARKET', market: 'BTC-USD-PERP' })).status).toBe(204)
    expect((await send({ order: 'END_MARKET', market: 'XYZ-USD-PERP' })).status).toBe(404)
    expect((await send({ order: 'END_MARKET' })).status).toBe(400)
    expect((await send({ order: 'END_TOKEN' })).status).toBe(204)
    expect([faults.draw('POST /orders')?.kind, faults.draw('POST /orders')]).toEqual(['WRONG_CLOCK', undefined])
  })

  it("alters a venue's record, and takes Deribit down and opens it again", async () => {
    const desks = ['maker', 'taker'].map((clientId) => ({ clientId, clientSecret: 's', name: clientId }))
    const deribit = await createDeribitSimulator({ seed: 5, tickMs: 0, accounts: desks })
    onTestFinished(() => deribit.close())
    const others = createFaults([], createRandom(1, 'faults'))
    const control = await openVenueControl({ ...venuesWith(others, others), DBT: deribit })
    onTestFinished(() => control.close())
    const order = async (path: string, body: object): Promise<readonly [number, unknown]> => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${control.url}${path}`, { method: 'POST', body: JSON.stringify(body), headers })
      return [answer.status, JSON.parse((await answer.text()) || 'null')]
    }
    const leg = { instrument: 'BTC-PERPETUAL', makerSide: 'BUY', price: '90000', quantity: '200000', takerFee: '0.001' }
    const added = { kind: 'ADD', maker: 'maker', taker: 'taker', at: Date.now() - 1_000, legs: [leg] }
    expect(await order('/tamper', { ...added, maker: 'nobody' })).toEqual([404, null])
    expect(await order('/tamper', { ...added, legs: [{ ...leg, price: 'dear' }] })).toEqual([400, null])
    expect(await order('/tamper', { ...added, venue: 'BYB' })).toEqual([404, null])
    expect(await order('/tamper', added)).toEqual([200, { block: 'BLOCK-900001' }])
    const altered = { kind: 'ALTER', block: 'BLOCK-900001', leg: 0, price: '90001.5', fee: { of: 'MAKER', amount: '-0.0002' } }
    expect(await order('/tamper', { ...altered, leg: 1 })).toEqual([404, null])
    expect(await order('/tamper', { ...altered, quantity: 7 })).toEqual([400, null])
    expect(await order('/tamper', altered)).toEqual([200, { block: 'BLOCK-900001' }])
    const venue = createDeribitVenue({ url: deribit.url })
    onTestFinished(() => venue.close())
    const shown = async (index: number) => done(await venue.readBlocks(desks[index]!, 0, Date.now()))
    expect(await shown(0)).toMatchObject([{ role: 'MAKER', legs: [{ side: 'BUY', price: price('90001.5'), fee: price('-0.0002') }] }])
    expect(await shown(1)).toMatchObject([{ role: 'TAKER', legs: [{ side: 'SELL', price: price('90001.5'), fee: price('0.001') }] }])
    expect(deribit.blocks()).toEqual([])
    expect(await order('/maintenance', { state: 'BEGINS' })).toEqual([204, null])
    expect(await venue.readHoldings(desks[0]!)).toMatchObject({
      outcome: 'UNKNOWN',
      message: expect.stringContaining('system_maintenance'),
    })
    expect(await order('/maintenance', { state: 'ENDS' })).toEqual([204, null])
    expect(await order('/tamper', { kind: 'REMOVE', block: 'BLOCK-900001' })).toEqual([200, { block: 'BLOCK-900001' }])
    expect(await shown(0)).toEqual([])
  })
})

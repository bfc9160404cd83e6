/** An account at the venue over its own protocol: its token, lost responses, lost connections, margin, funding and liquidation. */
import { afterEach, describe, expect, it } from 'vitest'
import { type OrderRequest } from '@parley/venues'
import { done } from '@parley/venues/compliance'
import { MARKET, OWN, OTHER, accountListener, at, endOf, marketOrder, openBox, order, until, type Box } from '../../test/paradex-box.ts'

const boxes: Box[] = []
afterEach(async () => {
  for (const box of boxes.splice(0)) await box.close()
})
async function box(options?: Parameters<typeof openBox>[0]): Promise<Box> {
  const opened = await openBox(options)
  boxes.push(opened)
  return opened
}

describe('an account', () => {
  it('has a token that is renewed before it expires; a call at the moment of expiry still succeeds', async () => {
    const { venue, advance, now } = await box()
    const account = venue.perpetuals.account(OWN)
    const first = done(await account.token())
    expect(first.endsAt - now()).toBeGreaterThan(4 * 60_000)
    expect(first.endsAt - now()).toBeLessThanOrEqual(5 * 60_000)
    expect(done(await account.token()).token).toBe(first.token)
    advance(4 * 60_000)
    const second = done(await account.token())
    expect(second.token).not.toBe(first.token)
    expect(second.endsAt).toBeGreaterThan(first.endsAt)
    done(await account.place(marketOrder('BUY')))
  })

  it('whose token is no longer accepted signs in again and repeats the call, and no order is placed twice', async () => {
    const { venue, simulator, now } = await box()
    const account = venue.perpetuals.account(OWN)
    done(await account.token())
    simulator.faults.order({
      method: 'POST /orders',
      fault: { kind: 'REJECT', code: 401, message: 'token is expired', data: 'UNAUTHORIZED_ERROR' },
      times: 1,
    })
    done(await account.place(marketOrder('BUY')))
    expect(done(await account.fills(0, now())).reduce((sum, fill) => sum + fill.quantity, 0)).toBe(100_000)
    simulator.faults.order({
      method: 'POST /orders',
      fault: { kind: 'REJECT', code: 401, message: 'token is expired', data: 'UNAUTHORIZED_ERROR' },
      times: 2,
    })
    expect(await account.place(marketOrder('BUY'))).toMatchObject({ outcome: 'REJECTED', code: 'UNAUTHORIZED_ERROR' })
  })

  it("signs with the venue's time, however wrong our own clock is", async () => {
    const { venue } = await box({ skewMs: -20 * 60_000 })
    done(await venue.perpetuals.account(OWN).place(marketOrder('BUY')))
  })

  it('with another key, or unknown, is refused with a message', async () => {
    const { venue } = await box()
    const wrongKey = { ...OWN, clientSecret: OTHER.clientSecret }
    for (const credentials of [wrongKey, { clientId: '0x99', clientSecret: '0x98' }, { clientId: 'me', clientSecret: 'secret' }])
      expect(await venue.perpetuals.account(credentials).place(marketOrder('BUY'))).toMatchObject({
        outcome: 'REJECTED',
        message: expect.stringMatching(/\.$/),
      })
  })

  it('finds an order by its own id after a lost response', async () => {
    const { venue, simulator } = await box()
    const account = venue.perpetuals.account(OWN)
    done(await account.token())
    for (const kind of ['LOSE_ANSWER', 'DISCONNECT_AFTER'] as const) {
      simulator.faults.order({ method: 'POST /orders', fault: { kind }, times: 1 })
      const request = marketOrder('BUY')
      expect(await account.place(request)).toMatchObject({ outcome: 'UNKNOWN', retryAfterMs: expect.any(Number) })
      expect(await endOf(account.findOrder(request.clientId))).toMatchObject({ state: 'CLOSED', remaining: 0 })
    }
    simulator.faults.order({ method: 'POST /orders', fault: { kind: 'REJECT', code: 429, message: 'too many requests' }, times: 1 })
    const request = marketOrder('BUY')
    expect(await account.place(request)).toMatchObject({ outcome: 'UNKNOWN' })
    expect(done(await account.findOrder(request.clientId))).toBeUndefined()
  })

  it('has its orders cancelled when its connection breaks only if it asked for that', async () => {
    const { onClose, venue, simulator, mark } = await box()
    const low = (): OrderRequest => order({ price: at(Math.floor(mark() * 0.99)) })
    const [cautious, patient] = [venue.perpetuals.account(OWN), venue.perpetuals.account(OTHER)]
    const [one, other] = [accountListener(), accountListener()]
    onClose(cautious.watch(one.listener, 'CANCEL_ORDERS'))
    onClose(patient.watch(other.listener, 'LEAVE_ORDERS'))
    await until(() => expect([one.seen.lines, other.seen.lines]).toEqual([['CONNECTED'], ['CONNECTED']]))
    for (const account of [cautious, patient]) done(await account.place(low()))
    simulator.dropConnections()
    await until(() => expect(one.seen.lines).toEqual(['CONNECTED', 'CONNECTING', 'CONNECTED']))
    expect(done(await cautious.openOrders())).toEqual([])
    expect(done(await patient.openOrders())).toHaveLength(1)
  })

  it('chooses its leverage, which changes the margin of its positions', async () => {
    const { venue, mark } = await box()
    const account = venue.perpetuals.account(OWN)
    expect(done(await account.marginSetting(MARKET))).toEqual({ market: MARKET, mode: 'CROSS', leverage: 50 })
    expect(done(await account.setMargin({ market: MARKET, mode: 'ISOLATED', leverage: 5 }))).toEqual({
      market: MARKET,
      mode: 'ISOLATED',
      leverage: 5,
    })
    done(await account.place(marketOrder('BUY')))
    expect(done(await account.margin()).initialMargin).toBeCloseTo((0.1 * mark()) / 5, 4)
    const [held] = done(await account.positions())
    // A fifth of its price minus the maintenance margin.
    expect(held!.liquidationPrice! / mark()).toBeCloseTo(0.8 / 0.99, 2)
    expect(await account.setMargin({ market: MARKET, mode: 'CROSS', leverage: 51 })).toMatchObject({
      outcome: 'REJECTED',
      code: 'VALIDATION_ERROR',
    })
    expect(await account.setMargin({ market: MARKET, mode: 'CROSS', leverage: 0.5 })).toMatchObject({
      outcome: 'REJECTED',
      code: 'LEVERAGE',
    })
  })

  it('pays funding while it holds, booked every hour', async () => {
    const { onClose, venue, simulator, advance, now } = await box()
    const account = venue.perpetuals.account(OWN)
    const { seen, listener } = accountListener()
    onClose(account.watch(listener, 'LEAVE_ORDERS'))
    await until(() => expect(seen.lines).toEqual(['CONNECTED']))
    done(await account.place(marketOrder('BUY', '1')))
    const { rate } = simulator.market.funding('BTC')
    advance(3_600_000)
    simulator.step(3_600_000)
    await until(() => expect(seen.payments).toHaveLength(1))
    const [payment] = done(await account.fundingPayments(0, now()))
    expect(Math.sign(payment!.amount)).toBe(-Math.sign(rate))
  })

  it('below its maintenance margin is closed at the mark, and its orders end', async () => {
    const { venue, simulator, mark, advance } = await box({ balance: 2_000 })
    const account = venue.perpetuals.account(OWN)
    done(await account.place(marketOrder('BUY', '1')))
    const [held] = done(await account.positions())
    const { liquidationPrice } = held!
    expect(liquidationPrice! / mark()).toBeGreaterThan(0.97)
    expect(liquidationPrice!).toBeLessThan(mark())
    for (let days = 0; days < 400 && mark() > liquidationPrice!; days += 1) {
      advance(3_600_000)
      simulator.step(3_600_000)
    }
    expect(done(await account.positions())).toEqual([])
    expect(simulator.ledger.fills(OWN.clientId).at(-1)).toMatchObject({ kind: 'LIQUIDATION', side: 'SELL' })
  })
})

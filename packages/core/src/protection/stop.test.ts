import { describe, expect, it } from 'vitest'
import { quantity } from '../decimal.ts'
import { KEST, NOON } from '../../test/fixture.ts'
import type { Instant, UserId } from '../ids.ts'
import { isRefusal } from '../refusal.ts'
import { decideProtection } from './decide.ts'
import { OPERATOR } from './protection.ts'
import { limitsInUse } from './limits-in-use.ts'
import type { ProtectionCommand } from './protection.ts'
import { evolveProtections, noProtections, remember } from './protections.ts'

function day() {
  const protections = noProtections()
  return {
    protections,
    send(command: ProtectionCommand): string {
      const decision = decideProtection(protections, command, NOON as Instant)
      if (isRefusal(decision)) return `${decision.refused} ${decision.rule}`
      for (const event of decision) evolveProtections(protections, event)
      return decision.map(({ kind }) => kind).join()
    },
  }
}
const BEA = 'bea' as UserId
const whom = (user: UserId | undefined) => (user === undefined ? {} : { user })
const stop = (by: string, user?: UserId): ProtectionCommand => ({ kind: 'StopTrading', desk: KEST, by, ...whom(user) })
const allow = (by: string, user?: UserId): ProtectionCommand => ({ kind: 'AllowTrading', desk: KEST, by, ...whom(user) })

describe("11.6 the operator's stop", () => {
  it.each<[string, readonly ProtectionCommand[], string]>([
    ["the administrator's own is the administrator's to end", [stop('ada'), allow('ada')], 'TradingAllowed'],
    ["the operator ends the administrator's", [stop('ada'), allow(OPERATOR)], 'TradingAllowed'],
    ['only the operator ends the own', [stop(OPERATOR), allow('ada')], 'TradingIsStopped 11.6'],
    ['an administrator who stops again does not take it over', [stop(OPERATOR), stop('ada'), allow('ada')], 'TradingIsStopped 11.6'],
    ['one who stops oneself does not take it over', [stop(OPERATOR, BEA), stop(BEA, BEA), allow('ada', BEA)], 'TradingIsStopped 11.6'],
    ['an administrator ends the stop of one who stopped oneself', [stop(BEA, BEA), allow('ada', BEA)], 'TradingAllowed'],
    ['the operator takes over', [stop('ada'), stop(OPERATOR), allow('ada')], 'TradingIsStopped 11.6'],
    ['where nothing is stopped nothing happens', [allow('ada')], ''],
  ])('11.6 %s', (_title, commands, then) => {
    const it = day()
    expect(commands.map(it.send).at(-1)).toBe(then)
  })
})

describe('11.2 what limits stand at', () => {
  it('11.2 includes a removed limit that still freezes quotes', () => {
    const it = day()
    const limit = { id: 'mine', product: 'DO', windowMs: 1_000, most: { executions: 1 } }
    it.send({ kind: 'SetLimit', desk: KEST, limit })
    const frozen = { limit: 'mine', product: 'DO', measure: 'executions', at: NOON as Instant } as const
    evolveProtections(it.protections, { kind: 'ProtectionTriggered', desk: KEST, frozen })
    it.send({ kind: 'RemoveLimit', desk: KEST, id: 'mine' })
    const inUse = limitsInUse(it.protections, KEST, ['DO'], NOON as Instant)
    expect(inUse).toEqual([
      { limit: expect.objectContaining({ id: 'MMP', product: 'DO' }), isRemoved: false, used: { orders: 0 }, net: {} },
      { limit: { id: 'mine', product: 'DO', windowMs: 0, most: {} }, isRemoved: true, used: {}, net: {}, frozen },
    ])
  })

  it('11.3 shows the furthest value of a net figure as older trades leave the window, and its current value', () => {
    const it = day()
    it.send({ kind: 'SetLimit', desk: KEST, limit: { id: 'net', product: 'DO', windowMs: 60_000, most: { delta: 20, vega: 900 } } })
    const trade = (side: 'BUY' | 'SELL', units: string, at: number) => {
      const unit = { delta: 0.5, vega: -10 }
      const order = { order: side, desk: KEST, side, products: ['DO'], unit, quantityIncrement: quantity('1'), minimumBlock: quantity('1') }
      remember(it.protections, { order, quantity: quantity(units) }, (NOON + at) as Instant)
    }
    const stands = (at: number) => {
      const { used, net } = limitsInUse(it.protections, KEST, [], (NOON + at) as Instant)[0]!
      return [used.delta, net.delta, used.vega, net.vega]
    }
    trade('SELL', '30', 0)
    expect(stands(0)).toEqual([-15, -15, 300, 300])
    trade('BUY', '40', 1_000)
    expect(stands(1_000)).toEqual([20, 5, -400, -100])
    expect(stands(60_000)).toEqual([20, 20, -400, -400])
    expect(stands(61_000)).toEqual([0, 0, 0, 0])
  })
})

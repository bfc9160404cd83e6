/** A frozen limit is set for another label, or for none: quotes blocked, gauges shown and orders refused agree with each other. */
import { describe, expect, it } from 'vitest'
import { quantity } from '../decimal.ts'
import { KEST, NOON, TAKER } from '../../test/fixture.ts'
import { order, quote } from '../../test/book-fixture.ts'
import type { Instant } from '../ids.ts'
import { limitsInUse } from '../protection/limits-in-use.ts'
import { shardMachine } from './machine.ts'
import { day, limit, rests, summary } from '../../test/shard-fixture.ts'

const sale = (label: string, price = '0.02') => quote(KEST, 'SELL', price, '25', label === '' ? {} : { label })
const REFUSED = 'ProtectionActive 11.1'

/** `mine` has triggered for the label `wing`, which stays frozen for a minute, and is then set for another label. */
function relabelled(label: string | undefined, most = '25') {
  const it = day()
  rests(it, limit({ quantity: quantity('25') }, { label: 'wing', frozenMs: 60_000 }), sale('wing'))
  expect(summary(it.send(order(TAKER, 'BUY', '0.02', '25')))).toContain('mine fires by quantity')
  rests(it, limit({ quantity: quantity(most) }, label === undefined ? {} : { label }))
  return it
}
const shown = (it: ReturnType<typeof day>) =>
  limitsInUse(it.shard.protections, KEST, [], it.now as Instant).map(
    ({ limit: { label = '' }, isRemoved, frozen }) =>
      `${label}${isRemoved ? ' as it was' : ''}: ${frozen === undefined ? 'ready' : `frozen ${frozen.label}`}`,
  )
const taken = (it: ReturnType<typeof day>) => ['wing', 'body', ''].filter((label) => it.send(sale(label, '0.03')) !== REFUSED)

describe('11.2 a limit that is set for another label while it is frozen', () => {
  it.each([
    ['for another one', 'body', ['body: ready', 'wing as it was: frozen wing']],
    ['for none', undefined, [': ready', 'wing as it was: frozen wing']],
    ['for the same', 'wing', ['wing: frozen wing']],
  ] as const)('11.2 %s holds what it held, shows it, and refuses that and nothing else', (_title, label, then) => {
    const it = relabelled(label, '50')
    expect([shown(it), taken(it)]).toEqual([then, ['body', '']])
  })

  it('11.2 holds both when it fires for the other too, each for its own time', () => {
    const it = relabelled('body')
    it.now += 2_000
    rests(it, sale('body'), order(TAKER, 'BUY', '0.02', '25'))
    const both = ['body: frozen body', 'wing as it was: frozen wing']
    expect([shown(it), taken(it)]).toEqual([both, ['']])
    expect(it.pass(58_000).map(({ kind }) => kind)).toEqual(['ProtectionReset'])
    expect([shown(it), taken(it)]).toEqual([['body: frozen body'], ['wing', '']])
    expect(summary(it.send({ kind: 'ResetProtection', desk: KEST, limit: 'mine' }))).toBe('ProtectionReset')
    expect([shown(it), it.send(sale('body', '0.03')) === REFUSED]).toEqual([['body: ready'], false])
  })

  it('11.3 is not exceeded when what it held is free again: that counts no more, and what has traded since does', () => {
    const it = relabelled(undefined, '75')
    it.now += 2_000
    rests(it, sale('body'), order(TAKER, 'BUY', '0.02', '25'))
    const used = () => limitsInUse(it.shard.protections, KEST, [], it.now as Instant)[0]!.used.quantity
    expect(used()).toBe(quantity('50'))
    rests(it, { kind: 'ResetProtection', desk: KEST })
    expect(used()).toBe(quantity('25'))
  })

  it('11.2 comes back from a disk as it was', () => {
    const it = relabelled('body')
    it.now += 2_000
    rests(it, sale('body'), order(TAKER, 'BUY', '0.02', '25'))
    const back = shardMachine.restore(JSON.parse(JSON.stringify(shardMachine.snapshot(it.shard))))
    const frozenIn = ({ protections }: typeof back) => [...protections.desks.get(KEST)!.frozen]
    expect(frozenIn(back)).toEqual(frozenIn(it.shard))
    expect(NOON + 60_000).toBe(shardMachine.nextDeadline(back))
  })
})

import { describe, expect, it } from 'vitest'
import { list, order } from '../../test/spread-fixture.ts'
import { KEST, LARK, SHARD, TAKER } from '../../test/fixture.ts'
import { day, limit, rests, summary } from '../../test/shard-fixture.ts'
import { rfqIdOf } from '../rfq/model/rfqs.ts'

const id = rfqIdOf(3 * 64 + SHARD)
const opened = () => {
  const it = day()
  it.send(list)
  return it
}
const outside = { id, isOutsideMmp: true } as const
const sell = (price: string, change: object) => order(KEST, 'SELL', price, '20000', change)
const sweep = order(TAKER, 'BUY', '1010', '40000', { id })

describe('17.10 market maker protection covers the spread orders that ask for it', () => {
  it('two covered orders that trade within a second trigger it, and cancel the covered ones only', () => {
    const it = opened()
    rests(it, sell('1000', { id }), sell('1001', { id }), sell('1020', { id }), sell('1021', outside))
    expect(summary(it.send(sweep))).toContain('MMP fires by orders, OrderCanceled 20000 PROTECTION')
    expect(summary(it.send(order(TAKER, 'BUY', '1030', '20000', { id })))).toContain('TradeAgreed 20000@1021 KEST')
  })

  it('orders outside it never trigger it, alone or with a covered one', () => {
    const it = opened()
    rests(it, sell('1000', outside), sell('1001', outside), sell('1002', { id }), sell('1020', outside))
    expect(summary(it.send(order(TAKER, 'BUY', '1010', '60000', { id })))).not.toContain('MMP')
  })

  it('while it is active, only a covered order that could rest is refused: nothing prevents an exit', () => {
    const it = opened()
    rests(
      it,
      sell('1000', { id }),
      sell('1001', { id }),
      order(LARK, 'BUY', '990', '20000', { id }),
      order(LARK, 'SELL', '1030', '60000', { id }),
    )
    it.send(sweep)
    expect(it.send(order(KEST, 'BUY', '1030', '20000', { id }))).toBe('ProtectionActive 11.1')
    expect(summary(it.send(order(KEST, 'BUY', '1030', '20000', { id, timeInForce: 'IOC' })))).toContain('TradeAgreed 20000@1030 LARK')
    expect(summary(it.send(order(KEST, 'BUY', undefined, '20000', { id })))).toContain('TradeAgreed')
    expect(summary(it.send(order(KEST, 'BUY', '1030', '20000', outside)))).toContain('TradeAgreed 20000@1030 LARK')
  })

  it('an own limit of the desk covers every order', () => {
    const it = opened()
    it.send(limit({ executions: 1 }, { product: 'CF' }))
    rests(it, sell('1000', outside), sell('1001', outside))
    expect(summary(it.send(order(TAKER, 'BUY', '1000', '20000', { id })))).toContain('OrderCanceled 20000 PROTECTION')
  })
})

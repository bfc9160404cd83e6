import { describe, expect, it } from 'vitest'
import { KEST, LARK, TAKER } from '../../../test/fixture.ts'
import type { Side } from '../../structure/structure.ts'
import { day, rests, summary } from '../../../test/shard-fixture.ts'
import type { PlaceOrder } from '../model/commands.ts'
import { order, quote, replace } from '../../../test/book-fixture.ts'

/** A quote that replaces the desk's own on that side, if there is one by then. */
function upsert(side: Side, at: string, size: string): PlaceOrder {
  const { orderId: _, ...orReplace } = replace(KEST, 'o_none' as never, size, at)
  return { ...quote(KEST, side, at, size), orReplace }
}

describe('10.21 a quote that takes the place of the desk’s own', () => {
  it('10.21 is placed where the desk has none on that side, and replaces it where it has', () => {
    const it = day()
    rests(it, quote(KEST, 'BUY', '0.01', '25'), quote(LARK, 'SELL', '0.03', '25'))
    const [placed] = it.send(upsert('SELL', '0.02', '50')) as readonly { kind: string; order: { id: string } }[]
    expect(placed!.kind).toBe('OrderPlaced')
    expect(it.send(upsert('SELL', '0.021', '75'))).toMatchObject([{ kind: 'OrderReplaced', order: { id: placed!.order.id } }])
  })

  it('10.21 replaces the one that would trade first: by price, then by time', () => {
    const it = day()
    rests(it, quote(KEST, 'SELL', '0.03', '25'), quote(KEST, 'SELL', '0.02', '25', { label: 'first' }), quote(KEST, 'SELL', '0.02', '50'))
    rests(it, quote(KEST, 'BUY', '0.005', '25'), quote(KEST, 'BUY', '0.006', '25', { label: 'bid' }))
    expect(it.send(upsert('SELL', '0.025', '25'))).toMatchObject([{ kind: 'OrderReplaced', order: { label: 'first' } }])
    expect(it.send(upsert('BUY', '0.004', '25'))).toMatchObject([{ kind: 'OrderReplaced', order: { label: 'bid' } }])
  })

  it('10.21 is placed again once the other has traded away, and is then a quote like any other', () => {
    const it = day()
    rests(it, upsert('SELL', '0.02', '25'), order(TAKER, 'BUY', '0.02', '25'))
    expect(summary(it.send(upsert('SELL', '0.02', '25')))).toBe('OrderPlaced')
  })

  it('11.6 is refused like a new one or a replacement where trading is stopped', () => {
    const it = day()
    rests(it, upsert('SELL', '0.02', '25'), { kind: 'StopTrading', desk: KEST, by: 'ada' })
    expect(it.send(upsert('SELL', '0.02', '25'))).toBe('TradingIsStopped 11.6')
  })

  it('10.5 is refused where the market has ended', () => {
    const it = day()
    expect(it.send({ ...upsert('SELL', '0.02', '25'), id: 'r_1' as never })).toBe('RfqClosed 10.5')
  })
})

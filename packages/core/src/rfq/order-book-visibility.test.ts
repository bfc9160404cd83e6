import { describe, expect, it } from 'vitest'
import { LARK, MERL } from '../../test/fixture.ts'
import { KEST, MARKET, order, TAKER, world } from '../../test/book-fixture.ts'
import { bookFor, isOnTape, tradeFor } from './visibility.ts'

describe('10.2 and 10.11 what is seen of a market', () => {
  const it_ = world()
  it_.rest(KEST, 'SELL', '0.02', '50')
  it_.rest(LARK, 'SELL', '0.019', '30')
  it_.rest(MERL, 'SELL', '0.018', '25', { isHidden: true })
  it_.rest(LARK, 'BUY', '0.01', '25')
  it_.rest(KEST, 'BUY', '0.011', '25')
  const book = () => bookFor(it_.rfq(), it_.rfqs.live.get(MARKET)!.orders.values(), undefined)

  it('everybody reads what rests, best first, without names, and nothing of what is hidden', () => {
    const { asks, bids } = book()
    expect(asks.map(({ price, quantity }) => [price / 1e8, quantity / 1e6])).toEqual([[0.019, 30], [0.02, 50]]) // prettier-ignore
    expect(bids.map(({ price }) => price / 1e8)).toEqual([0.011, 0.01])
    expect(JSON.stringify(book())).not.toMatch(/KEST|LARK|MERL|-main/)
  })

  it('a match is its two desks own; the tape waits for the venue', () => {
    const [, agreed] = it_.must(order(TAKER, 'BUY', '0.018', '25'))
    if (agreed?.kind !== 'TradeAgreed') throw new Error('no match')
    expect(tradeFor(it_.rfq(), agreed.trade, TAKER)).toMatchObject({
      role: 'TAKER',
      side: 'BUY',
      account: `${TAKER}-main`,
      counterparty: null,
    })
    expect(tradeFor(it_.rfq(), agreed.trade, MERL)).toMatchObject({
      role: 'MAKER',
      side: 'SELL',
      account: `${MERL}-main`,
      counterparty: null,
    })
    expect(tradeFor(it_.rfq(), agreed.trade, KEST)).toBeUndefined()
    expect([isOnTape(agreed.trade), isOnTape({ ...agreed.trade, state: 'FILLED' })]).toEqual([false, true])
  })
})

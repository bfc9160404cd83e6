/** A list of three lines for tests: buy 100 call spreads, sell 50 and buy 30, quoted by three makers. */
import { price, quantity } from '../src/decimal.ts'
import type { DeskId } from '../src/ids.ts'
import type { PlaceOrder } from '../src/rfq/model/commands.ts'
import type { ListId, NetAmount, NetId, Takes } from '../src/rfq/model/list.ts'
import type { CreateList, ListWay, QuoteNet, TradeList } from '../src/rfq/model/list-commands.ts'
import { actor, ask, cross, quote, rfqId, TAKER } from './fixture.ts'

export const LIST = 'l_1' as ListId
export const lines = [
  { side: 'BUY', size: '100' },
  { side: 'SELL', size: '50' },
  { side: 'BUY', size: '30' },
] as const

/** `sides`: whether the makers see the taker's sides, which net prices need. */
export const list = (sides: 'SHOWN' | 'HIDDEN' = 'SHOWN', sent: readonly { side: 'BUY' | 'SELL'; size: string }[] = lines): CreateList => ({
  kind: 'CreateList',
  actor: actor(TAKER),
  lines: sent.map(({ side, size }, at) =>
    ask({
      id: rfqId(at + 1),
      quantity: quantity(size),
      ...(sides === 'SHOWN' ? { side } : {}),
      list: { id: LIST, line: at + 1, lines: sent.length, row: at + 1 + (at > 1 ? 1 : 0), side, name: 'December roll' },
    }),
  ),
})

/** A quote on one line. */
export const lineQuote = (by: DeskId, n: number, line: number, at: string, change: Partial<PlaceOrder> = {}) =>
  quote(by, n, lines[line - 1]!.side === 'BUY' ? 'SELL' : 'BUY', at, lines[line - 1]!.size, { id: rfqId(line), ...change })

/** A net price with the price of each line. Its amount is what the three lines cost. */
export const netPrice = (by: DeskId, n: number, ...prices: readonly string[]): QuoteNet => {
  const costs = prices.map((at, place) => (lines[place]!.side === 'BUY' ? 1 : -1) * price(at) * Number(lines[place]!.size))
  const amount = costs.reduce((sum, cost) => sum + cost, 0) as NetAmount
  const parts = prices.map((at, place) =>
    lineQuote(by, n * 10 + place, place + 1, at, { isHidden: true, net: { id: `n_${n}` as NetId, amount } }),
  )
  return { kind: 'QuoteNet', actor: actor(by), amount, parts }
}

/** The taker trades the lines at these limits; an empty text leaves the line out. */
export const trade = (way: ListWay, limits: readonly string[], takes?: Takes): TradeList => ({
  kind: 'TradeList',
  actor: actor(TAKER),
  way,
  lines: limits.flatMap((at, place) =>
    at === ''
      ? []
      : [
          cross(900 + place, lines[place]!.side, at, lines[place]!.size, {
            id: rfqId(place + 1),
            timeInForce: 'FOK',
            ...(takes === undefined ? {} : { takes }),
          }),
        ],
  ),
})

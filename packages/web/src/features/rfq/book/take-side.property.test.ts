/** In the order book too, the request equals the sentence shown: both are parsed and compared for random books, limits and accounts. */
import { bookOf, type Level } from '@parley/client'
import { formatPrice, formatQuantity, parsePrice, type Price, type Quantity, structurePrice } from '@parley/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FAR, idOf, instruments, NEAR } from '../../../../test/chain-example.ts'
import { bookRfqOf, legOf, levelOf } from '../../../../test/model.ts'
import { structureOfRfq } from '../../structure/structure-of-rfq.ts'
import { checkQuote } from '../rules/check-quote.ts'
import { sumOf } from '../ticket/deal.ts'
import { dealLabels, type DealMarket } from '../ticket/deal-labels.ts'
import { noTarget } from './own-target.ts'
import { quoteToSend } from './quote-to-send.ts'
import { takeSide } from './take-side.ts'

const NOW = NEAR - 30 * 86_400_000
const legs = [
  legOf({ instrumentId: idOf(NEAR, 90_000, 'CALL'), side: 'BUY' }),
  legOf({ instrumentId: idOf(FAR, 110_000, 'CALL'), side: 'SELL' }),
]
const market = bookRfqOf({ legs, createdAt: NOW - 1_000, updatedAt: NOW - 1_000, expiresAt: NEAR })
const structure = structureOfRfq(market, instruments)!
const words: DealMarket = {
  ...{ legs, kind: 'OPTION', baseCurrency: 'BTC', quoteCurrency: 'BTC', decimals: 4 },
  ...{ mark: 0.04, index: 91_482 },
}

const side = fc.constantFrom('BUY' as const, 'SELL' as const)
const tenths = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((size) => formatQuantity((size * 100_000) as Quantity))
const ticks = (least: number, most: number) => fc.integer({ min: least, max: most }).map((count) => (count * 10_000) as Price)
const quote = fc.record({ side, price: ticks(-200, 900).map((price) => formatPrice(price)), quantity: tenths(250, 900) })
const situation = fc.record({
  quotes: fc.array(quote, { maxLength: 8 }),
  side,
  prices: fc.tuple(ticks(1, 900), ticks(1, 900)),
  quantity: tenths(250, 1_200),
  isSplit: fc.boolean(),
  hasRules: fc.boolean(),
})

const SENTENCE = /^(Buy|Sell) (\S+), limit (\S+), (immediate or cancel|all or none over (\d) accounts): /
const plain = (text: string) => text.replaceAll(',', '').replaceAll('−', '-')

it('10.9 the sentence of a taker in the order book is the IOC that is sent, with what it finds and what is cancelled', () => {
  let sent = 0
  fc.assert(
    fc.property(situation, ({ quotes, side: taken, prices, quantity, isSplit, hasRules }) => {
      const levels = quotes.map((one, at): Level => levelOf({ ...one, audience: 'ORDER_BOOK', rfqId: market.id, id: `g_${at}`, number: at, createdAt: at })) // prettier-ignore
      const book = bookOf(market, levels)
      const price = formatPrice(structurePrice(structure.legs, prices)!)
      const draft = { side: taken, legPrices: prices, quantity, isIoc: true, isPostOnly: false, isHidden: false, replaces: undefined }
      const verdict = hasRules ? checkQuote(draft, { market, structure, book, now: NOW }) : undefined
      const parts = isSplit ? ['prop-1', 'prop-2'].map((account) => ({ account, quantity: '1' })) : undefined
      const shown = takeSide({ side: taken, price, quantity, verdict, isBlank: false, reason: verdict?.refused?.message }, book, parts, undefined) // prettier-ignore
      if (shown.reason !== undefined) return
      sent += 1
      const one = { side: taken, quantity, legs: { state: 'KNOWN' as const, price, prices }, target: noTarget }
      // The options of the maker's form do not apply to the taker.
      const form = { mode: 'TAKE' as const, isIoc: false, isPostOnly: true, isHidden: true }
      const to = parts === undefined ? { account: 'prop-1' } : { allocations: parts }
      const body = quoteToSend(one, form, structure, { as: 'REPLACEMENT', to, dealt: () => 0, words: '' })!
      const { sentence, title } = dealLabels(shown.deal!, words)
      const [head = '', verb, size, limit, execution, accounts] = SENTENCE.exec(sentence) ?? []
      const sentPrice = structurePrice(
        structure.legs,
        body.legPrices.map((leg) => parsePrice(leg.price)!),
      )!
      expect([verb === 'Buy' ? 'BUY' : 'SELL', Number(plain(size!)), Number(plain(limit!)), Number(accounts ?? 0)]).toEqual([
        body.side,
        Number(body.quantity),
        Number(formatPrice(sentPrice)),
        body.allocations?.length ?? 0,
      ])
      // Over several accounts the server treats the order as all or none, whatever its time in force (rulebook 5.20).
      expect(execution!.startsWith('all or none')).toBe(body.allocations !== undefined)
      expect([body.timeInForce, body.isPostOnly, body.isHidden, body.replaces]).toEqual(['IOC', false, false, undefined])
      expect(plain(title)).toBe(`${verb} ${Number(body.quantity)} · limit ${Number(formatPrice(sentPrice)).toFixed(4)}`)
      if (verdict !== undefined && body.allocations !== undefined) expect(sentence).not.toContain('cancelled')
      const left = Number(body.quantity) - Number(sumOf(shown.deal!.fills).quantity) / 1e6
      const cancelled = /; ([\d.,]+) is cancelled/.exec(sentence.slice(head.length)) ?? /: nothing fills now; ([\d.,]+) is/.exec(sentence)
      expect(cancelled === null ? 0 : Number(plain(cancelled[1]!))).toBeCloseTo(left, 6)
    }),
    { numRuns: 1_500 },
  )
  expect(sent).toBeGreaterThan(300)
})

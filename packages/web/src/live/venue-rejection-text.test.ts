import { describe, expect, it } from 'vitest'
import { tradeOf } from '../../test/model.ts'
import { rejectionText } from './venue-rejection-text.ts'

const mine = { role: 'TAKER', account: 'prop-1', counterpartyDeskName: 'LARK' } as const

describe('7.3 the reason of a rejected trade', () => {
  it.each([
    ['not_enough_funds: taker lacks BTC', mine, 'your account prop-1 does not have enough BTC (not_enough_funds)'],
    ['not_enough_funds: maker lacks BTC', mine, 'the account of LARK does not have enough BTC (not_enough_funds)'],
    ['not_enough_funds: maker lacks USDC', { ...mine, role: 'MAKER' as const }, 'your account prop-1 does not have enough USDC (not_enough_funds)'],
    ['not_enough_funds: maker lacks BTC', { ...mine, counterpartyDeskName: undefined }, 'the other desk’s account does not have enough BTC (not_enough_funds)'],
    ['not_enough_funds', mine, 'one of the two accounts does not have enough margin (not_enough_funds)'],
    ['price_too_high', mine, 'price_too_high'],
    [undefined, mine, 'no reason given'],
  ])('%s as %j', (rejection, whose, text) => expect(rejectionText(tradeOf({ ...whose, rejection }))).toBe(text)) // prettier-ignore
})

import { expect, it } from 'vitest'
import { anAuction } from '../../../test/auction-fixtures.ts'
import { costText, guardBidText } from './bid-guard-text.ts'

const call = anAuction({})
const inCoin = {
  ...call,
  option: { ...call.option, kind: 'CALL', underlying: 'BTC' },
  bidding_token: { ...call.bidding_token, symbol: 'WBTC', decimals: 8 },
} as typeof call
const put = {
  ...call,
  option: { ...call.option, kind: 'PUT', strike: '2700' },
  bidding_token: { ...call.bidding_token, symbol: 'USDC', decimals: 6 },
} as typeof call
const model = { price: 0.003, volatility: 0.5, forward: 91_680, delta: 0.1 }
const typed = (price: string, isTypedAgain = false, vol: number | undefined = undefined) => ({ price, isTypedAgain, vol })

it('21.6 a bid near the model says nothing, a dear one its multiple and its vol', () => {
  expect(guardBidText(inCoin, model, typed('0.003'))).toMatchObject({ says: undefined, reason: undefined })
  expect(guardBidText(inCoin, model, typed('0.0045', false, 0.62))).toMatchObject({
    says: '0.0045 is 1.5 × the model, 62.0 vol',
    reason: undefined,
  })
})

it('21.6 a bid of more than twice the model is reviewed once its price was typed again', () => {
  const says = '0.9 is 300 × the model, 1798.3 vol'
  expect(guardBidText(inCoin, model, typed('0.9', false, 17.983))).toMatchObject({
    says,
    isTypedTwice: true,
    reason: `${says}. Type the price again.`,
  })
  expect(guardBidText(inCoin, model, typed('0.9', true, 17.983)).reason).toBeUndefined()
})

it('21.6 what no option is worth is refused in the words of the server, whatever the model is', () => {
  expect(guardBidText(inCoin, undefined, typed('1.5', true)).reason).toBe(
    'A call cannot be worth more than one BTC: the maximum price is 1 WBTC.',
  )
  expect(guardBidText(put, undefined, typed('5500', true)).reason).toMatch(/its strike of 2,700: the maximum price is 2,700 USDC/)
})

it('21.6 without a model it says so, and asks', () => {
  expect(guardBidText(inCoin, undefined, typed('0.5'))).toMatchObject({ says: 'No model to compare 0.5 with', reason: undefined })
})

it('21.6 a dear bid is shown with its cost and with what the model values its options at', () => {
  expect(costText(inCoin, model, '0.9', '10')).toBe(
    'You would pay 9.0000 WBTC ($825.1k) for options that the model values at 0.0300 ($2.8k). A winning bid pays its own price.',
  )
  expect(costText(inCoin, model, '0.9', '')).toBe('')
})

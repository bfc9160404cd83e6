import type { AuctionView, VaultBidView, VaultTradeView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { aBid, anAuction, aTrade } from '../../../test/auction-fixtures.ts'
import { outcomeText } from './auction-result.ts'
import type { AuctionRow } from './auction-rows.ts'

const at = (time: number): string => `at ${time}`
const rowOf = (auction: AuctionView, bid?: VaultBidView, trade?: VaultTradeView): AuctionRow => ({ auction, bid, trade })
const textOf = (row: AuctionRow): string => {
  const outcome = outcomeText(row, at)
  return outcome === undefined ? '' : `${outcome.title} | ${outcome.text}`
}

const result = { clearing_price: '0.02', average_price: '0.02', quantity: '50', transaction_ids: [] }
const closed = anAuction({ status: 'EXPIRED' })
const over = anAuction({ status: 'EXPIRED', outcome: 'SOLD', result })
const several = anAuction({
  status: 'EXPIRED',
  outcome: 'PARTLY_SOLD',
  awards: 'SEVERAL',
  quantity: '100',
  result: { ...result, quantity: '80' },
})
/** 1.05 WETH. */
const PAID = '1050000000000000000'
const won = aBid({ price: '0.021', state: 'FILLED', sell_amount: PAID })
const tradeOf = (settlement: VaultTradeView['settlement'], about: Partial<VaultTradeView> = {}) =>
  aTrade({ sell_amount: PAID, settlement, ...about })

describe('19.18 the outcome of an auction says what was paid, and what happens next', () => {
  it.each<[string, AuctionRow, string]>([
    [
      '19.14 won',
      rowOf(over, won, tradeOf('CONFIRMED')),
      'Won 50 of 50 | Paid 1.05 WETH, 0.021 each. Your bid was 5.0 % above the clearing price 0.02 WETH.',
    ],
    [
      '19.14 won at the clearing price',
      rowOf(over, aBid({ price: '0.02', state: 'FILLED' }), tradeOf('CONFIRMED')),
      'Won 50 of 50 | Paid 1.05 WETH, 0.02 each. Your bid was at the clearing price 0.02 WETH.',
    ],
    [
      '19.10 partly won',
      rowOf(several, aBid({ price: '0.02', quantity: '30', state: 'FILLED' }), tradeOf('CONFIRMED', { quantity: '30' })),
      'Won 30 of 100 | Paid 1.05 WETH, 0.02 each. Your bid was at the clearing price 0.02 WETH. 80 of 100 were sold.',
    ],
    [
      '19.14 outbid by a sixth',
      rowOf(anAuction({ ...over, result: { ...over.result!, clearing_price: '0.003817' } }), aBid({ price: '0.0032', state: 'LOST' })),
      'Outbid | You bid 0.0032 WETH for 50. Your bid was 16.2 % below the clearing price 0.003817 WETH. Nothing was paid.',
    ],
    [
      '19.14 outbid',
      rowOf(over, aBid({ price: '0.015', state: 'LOST' })),
      'Outbid | You bid 0.015 WETH for 50. Your bid was 25.0 % below the clearing price 0.02 WETH. Nothing was paid.',
    ],
    [
      '19.14 not sold',
      rowOf(anAuction({ status: 'EXPIRED', outcome: 'UNSOLD' }), aBid({ state: 'LOST' })),
      'Not sold | The vault sold nothing in this auction. Nothing was paid.',
    ],
    [
      '19.12 reverted',
      rowOf(closed, won, tradeOf('REVERTED', { error: 'Out of gas.' })),
      'Not settled: nothing was paid | The vault’s transaction failed (out of gas). The 1.05 WETH stayed in your wallet. The vault can settle your bid again while its offer is open.',
    ],
    [
      '19.12 reverted with a code',
      rowOf(closed, won, tradeOf('REVERTED', { error: 'SIGNER_BALANCE_LOW' })),
      'Not settled: nothing was paid | The vault’s transaction failed (SIGNER_BALANCE_LOW). The 1.05 WETH stayed in your wallet. The vault can settle your bid again while its offer is open.',
    ],
    [
      '19.12 abandoned',
      rowOf(closed, won, tradeOf('ABANDONED')),
      'Not settled: nothing was paid | The vault abandoned the settlement. The 1.05 WETH stayed in your wallet. The vault can settle your bid again while its offer is open.',
    ],
    [
      '19.13 reorganised',
      rowOf(closed, won, tradeOf('REORGANISED')),
      'Settlement reversed | The block with the settlement was removed from the chain, so nothing was paid. The vault can settle your bid again, for 1.05 WETH.',
    ],
    [
      '19.11 in a block',
      rowOf(closed, won, tradeOf('MINED')),
      'Won 50 of 50 | The swap of 1.05 WETH is in a block. It is final after 3 confirmations.',
    ],
    [
      '19.11 accepted',
      rowOf(closed, won, tradeOf('SENT')),
      'Won 50 of 50 | The vault accepted your bid. You pay 1.05 WETH when it settles on the chain. Nothing was paid yet.',
    ],
    [
      '19.15 cancelled',
      rowOf(anAuction({ status: 'EXPIRED', outcome: 'CANCELED' }), aBid({ state: 'CANCELED' })),
      'Auction cancelled | The vault cancelled the auction and every bid in it. Nothing was paid.',
    ],
    ['19.10 undecided', rowOf(closed, aBid({})), 'Awaiting vault | The vault has not decided yet. It can accept bids until at 20000.'],
    ['no bid, undecided', rowOf(closed), 'Awaiting vault | The vault has not decided yet. You did not bid.'],
    ['no bid, sold', rowOf(over), 'Sold | 50 of 50 sold, clearing price 0.02 WETH. You did not bid.'],
    [
      'cancelled, sold',
      rowOf(over, aBid({ state: 'CANCELED' })),
      'Sold | 50 of 50 sold, clearing price 0.02 WETH. You cancelled your bid.',
    ],
    ['no bid, unsold', rowOf(anAuction({ status: 'EXPIRED', outcome: 'UNSOLD' })), 'Unsold | Nothing was sold. You did not bid.'],
    ['nothing before the close', rowOf(anAuction({}), aBid({})), ''],
  ])('%s', (_case, row, text) => {
    expect(textOf(row)).toBe(text)
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SignedBid } from '@parley/chain'
import { NOBODY, keyOf } from '../../test/auction-chain.ts'
import { openAuctionMarket, type AuctionMarket } from '../evm/auction-market.ts'
import { controlAuctions } from './auction-control.ts'

let market: AuctionMarket
const FIRST_DAY = Date.UTC(2026, 0, 1)
beforeAll(async () => {
  market = await openAuctionMarket({ mining: 'BY_HAND', now: () => FIRST_DAY + 1_000_000 })
})
afterAll(() => market.close())

const control = (body: object) => controlAuctions(market, { ...body })
const call = {
  underlying: 'ETH',
  kind: 'CALL',
  strike: 4_000,
  expires_at: 1_814_000_000_000,
  quantity: 50,
  min_bid: 50,
  min_price: '10000000000000000',
}
const wireOf = ({ signature, ...bid }: SignedBid) => ({
  ...{ swap_id: Number(bid.swapId), nonce: String(bid.nonce), signer_wallet: bid.signerWallet, referrer: bid.referrer },
  ...{ sell_amount: String(bid.sellAmount), buy_amount: String(bid.buyAmount), signature: signature.slice(2) },
})

it('makes the vault sell options, and settle bids as the wire shows them', async () => {
  const { chain, node } = market
  expect(await control({ order: 'FACTS' })).toEqual({ status: 200, body: market.place })
  expect(await control({ order: 'SELL', ...call })).toEqual({ status: 200, body: { swap_id: 1_001 } })
  expect(await control({ order: 'SELL', ...call, kind: 'PUT', min_price: '100000000' })).toEqual({ status: 200, body: { swap_id: 1_002 } })
  const wallet = await market.fund(keyOf('11'))
  const domain = await chain.domain()
  const members = { nonce: 1n, signerWallet: wallet.address, sellAmount: 10n ** 18n, buyAmount: 5_000_000_000n, referrer: NOBODY }
  const bid = await wallet.sign(domain.outcome === 'DONE' ? domain.value : expect.fail(), { swapId: 1_001n, ...members })
  expect(await control({ order: 'SETTLE', swap_id: 1_002, bids: [wireOf(bid)] })).toEqual({
    status: 409,
    body: { reason: 'Offer and bid swapId mismatched' },
  })
  const { body } = (await control({ order: 'SETTLE', swap_id: 1_001, bids: [wireOf(bid)] })) as { body: { transaction_id: `0x${string}` } }
  await node.mine()
  expect(await chain.transaction(body.transaction_id)).toMatchObject({ value: { state: 'MINED', swaps: [{ swapId: 1_001n, nonce: 1n }] } })
})

it('orders a fault of the chain, which the next transaction hits', async () => {
  const { node, chain, vault } = market
  expect(await control({ order: 'CHAIN_FAULT', fault: 'REVERT' })).toEqual({ status: 204 })
  const states = []
  for (const nonce of [7n, 8n]) {
    const sent = await vault.cancelNonces([nonce])
    await node.mine()
    states.push(await chain.transaction(sent.outcome === 'DONE' ? sent.value : expect.fail()))
  }
  expect(states).toMatchObject([{ value: { state: 'REVERTED', reason: 'Out of gas.' } }, { value: { state: 'MINED' } }])
})

it('removes the newest blocks, and what was in them is pending again', async () => {
  const { node, chain, vault } = market
  const sent = await vault.cancelNonces([9n])
  const hash = sent.outcome === 'DONE' ? sent.value : expect.fail()
  await node.mine()
  await node.mine()
  expect(await control({ order: 'REMOVE_BLOCKS', blocks: 2 })).toEqual({ status: 204 })
  expect(await chain.transaction(hash)).toMatchObject({ value: { state: 'PENDING' } })
  await node.mine()
})

it.each([
  { order: 'DANCE' },
  { order: 'REMOVE_BLOCKS', blocks: 0 },
  { order: 'REMOVE_BLOCKS', blocks: 21 },
  { order: 'CHAIN_FAULT', fault: 'RAIN' },
  { order: 'SELL', ...call, underlying: 'SOL' },
  { order: 'SELL', ...call, min_price: '0.1' },
  { order: 'SELL', ...call, quantity: '50' },
  { order: 'SETTLE', swap_id: 1_001 },
  { order: 'SETTLE', swap_id: 1_001, bids: [{ swap_id: 1_001 }] },
])('refuses anything else: %o', async (body) => {
  expect(await control(body)).toEqual({ status: 400 })
})

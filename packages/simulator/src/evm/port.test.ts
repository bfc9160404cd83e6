/** The promises of the port, on the embedded chain over its socket. */
import { createEvmChain, type Mined, type Swap } from '@parley/chain'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { keyOf, openAuctionChain, WHOLE, type AuctionChain } from '../../test/auction-chain.ts'

let world: AuctionChain
let nonce = 0n
beforeAll(async () => {
  world = await openAuctionChain()
})
afterAll(() => world.node.close())

const freshNonce = (): bigint => ++nonce
const NO_HASH: `0x${string}` = `0x${'12'.repeat(32)}`

describe('reading', () => {
  it('says what is offered, of what, and what a wallet has', async () => {
    const { chain, bidder, vault, usdc, weth, call, value, terms } = world
    const swapId = await world.offer()
    expect(await value(chain.offer(swapId))).toEqual({ ...terms, seller: vault.address, availableSize: terms.totalSize })
    expect(await value(chain.offer(9_999n))).toBeUndefined()
    expect(await value(chain.optionToken(call))).toEqual({
      ...{ underlying: weth, collateral: weth, expirySeconds: 1_800_000_000n, kind: 'CALL', decimals: 8, symbol: 'oWETH-3500C' },
      strike: { value: 3_500n * WHOLE, decimals: 8 },
    })
    expect(await value(chain.token(usdc))).toEqual({ symbol: 'USDC', decimals: 6 })
    expect(await value(chain.balance(usdc, bidder.address))).toBeGreaterThan(0n)
    expect(await value(chain.allowance(usdc, vault.address))).toBe(0n)
    const domain = { name: 'RIBBON SWAP', version: '1', chainId: 31_337n, verifyingContract: chain.swap }
    expect(await value(chain.domain())).toEqual(domain)
  })

  it('refuses what has no contract, in a sentence', async () => {
    const { chain, vault } = world
    const nothing = { outcome: 'REFUSED', reason: `There is no contract at ${vault.address} that answers symbol.` }
    expect(await chain.token(vault.address)).toEqual(nothing)
    expect(await chain.optionToken(world.usdc)).toMatchObject({ outcome: 'REFUSED' })
    expect(await chain.averagePrice(9_999n)).toEqual({ outcome: 'REFUSED', reason: 'Offer does not exist' })
    expect(await chain.check({ ...(await world.bid({ swapId: 9_999n })) })).toEqual({ outcome: 'REFUSED', reason: 'Offer does not exist' })
  })

  it('of another chain than the one that was asked for is refused', async () => {
    const other = createEvmChain({ url: world.node.url, chainId: 1n, swap: world.chain.swap })
    const reason = 'The endpoint answers for chain 31337; it should for chain 1.'
    expect(await other.offer(1n)).toEqual({ outcome: 'REFUSED', reason })
    expect(await other.domain()).toEqual({ outcome: 'REFUSED', reason })
  })

  it('from where nobody answers is unreachable, and says nothing of what was asked', async () => {
    const { chain, node } = world
    const silent = createEvmChain({ url: 'http://127.0.0.1:9', chainId: 31_337n, swap: chain.swap })
    expect(await silent.offer(1n)).toMatchObject({ outcome: 'UNREACHABLE' })
    node.faults.order({ method: 'eth_call', fault: { kind: 'DISCONNECT_BEFORE' }, times: 1 })
    expect(await chain.offer(1n)).toMatchObject({ outcome: 'UNREACHABLE' })
    node.faults.order({ method: 'eth_call', fault: { kind: 'REJECT', code: -32_005, message: 'too many requests' }, times: 1 })
    expect(await chain.offer(1n)).toEqual({ outcome: 'UNREACHABLE', reason: 'too many requests' })
  })
})

describe('a bid that is looked at beforehand', () => {
  it('has every word of what is wrong, in the contract’s order', async () => {
    const { chain, value, done } = world
    const poor = world.walletOf('99')
    const swapId = await world.offer()
    await done(poor.cancelNonces([5n]))
    const bid = await world.bid({ swapId, nonce: 5n, buyAmount: 1n, sellAmount: 0n }, poor)
    expect(await value(chain.check(bid))).toEqual(['UNAUTHORIZED', 'NONCE_ALREADY_USED', 'BID_TOO_SMALL', 'PRICE_TOO_LOW'])
    const large = await world.bid({ swapId, signerWallet: poor.address, buyAmount: 101n * WHOLE, sellAmount: 303_000_000n }, poor)
    expect(await value(chain.check(large))).toEqual(['BID_EXCEED_AVAILABLE_SIZE', 'SIGNER_ALLOWANCE_LOW', 'SIGNER_BALANCE_LOW'])
    expect(await value(chain.check({ ...large, signature: '0x1234' }))).toEqual(expect.arrayContaining(['SIGNATURE_INVALID']))
    expect(await value(chain.check(await world.bid({ swapId, nonce: 9_000_001n })))).toEqual([])
  })
})

describe('a transaction', () => {
  it('waits, is mined, and is confirmed by the blocks after it', async () => {
    const { chain, vault, node, value } = world
    const swapId = await world.offer()
    const bid = await world.bid({ swapId, nonce: freshNonce() })
    const hash = await value(vault.settleOffer(swapId, [bid]))
    expect(await value(chain.transaction(hash))).toEqual({ state: 'PENDING' })
    await node.mine()
    const swap = { swapId, nonce: bid.nonce, signerWallet: bid.signerWallet, sellAmount: bid.sellAmount, buyAmount: bid.buyAmount }
    expect(await value(chain.transaction(hash))).toMatchObject({ state: 'MINED', confirmations: 1, swaps: [{ ...swap, feeAmount: 0n }] })
    await node.mine()
    expect(await value(chain.transaction(hash))).toMatchObject({ state: 'MINED', confirmations: 2 })
    expect(await value(chain.transaction(NO_HASH))).toEqual({ state: 'UNKNOWN' })
  })

  it('that reverts says why, as the contract does', async () => {
    const { chain, vault, bidder, usdc, node, value, done } = world
    const swapId = await world.offer()
    const bid = await world.bid({ swapId, nonce: freshNonce() })
    // Both wait for one block: when the settlement was sent, nothing was wrong with it yet.
    await value(bidder.approve(usdc, 0n))
    const hash = await value(vault.settleOffer(swapId, [bid]))
    await node.mine()
    expect(await value(chain.transaction(hash))).toMatchObject({ state: 'REVERTED', reason: 'ERC20: insufficient allowance' })
    await done(bidder.approve(usdc, 1_000_000_000n))
  })

  it('that runs out of gas says that', async () => {
    const { chain, vault, node, value } = world
    const swapId = await world.offer()
    node.expect('REVERT')
    const hash = await value(vault.settleOffer(swapId, [await world.bid({ swapId, nonce: freshNonce() })]))
    await node.mine()
    expect(await value(chain.transaction(hash))).toMatchObject({ state: 'REVERTED', reason: 'Out of gas.' })
    expect((await value(chain.offer(swapId)))?.availableSize).toBe(100n * WHOLE)
  })

  it('is replaced by another of its sender with the same number', async () => {
    const { chain, node, value } = world
    const owner = privateKeyToAccount(keyOf('aa'))
    const wallet = world.walletOf('aa')
    const first = await value(wallet.approve(world.usdc, 1n))
    expect(await value(chain.transaction(first))).toEqual({ state: 'PENDING' })
    const nothing = { type: 'legacy', chainId: 31_337, nonce: 0, gas: 21_000n, gasPrice: 0n, to: owner.address } as const
    const raw = await owner.signTransaction(nothing)
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [raw] })
    await fetch(node.url, { method: 'POST', body })
    expect(await value(chain.transaction(first))).toEqual({ state: 'UNKNOWN' })
    await node.mine()
    expect(await value(chain.transaction(first))).toEqual({ state: 'REPLACED' })
  })

  it('that vanishes with its number used is replaced, also by the chain’s own mishap', async () => {
    const { chain, node, value } = world
    const hash = await value(world.walletOf('bb').approve(world.usdc, 1n))
    expect(await value(chain.transaction(hash))).toEqual({ state: 'PENDING' })
    node.expect('REPLACE')
    await node.mine()
    expect(await value(chain.transaction(hash))).toEqual({ state: 'REPLACED' })
  })

  it('that was mined waits again when its block is taken back, and is mined again', async () => {
    const { chain, vault, bidder, usdc, node, value } = world
    const swapId = await world.offer()
    const before = await value(chain.balance(usdc, bidder.address))
    const hash = await value(vault.settleOffer(swapId, [await world.bid({ swapId, nonce: freshNonce() })]))
    await node.mine()
    expect(await value(chain.balance(usdc, bidder.address))).toBe(before - 3_000_000n)
    await node.reorganise()
    expect(await value(chain.transaction(hash))).toEqual({ state: 'PENDING' })
    expect(await value(chain.balance(usdc, bidder.address))).toBe(before)
    await node.mine()
    expect(await value(chain.transaction(hash))).toMatchObject({ state: 'MINED', confirmations: 1 })
  })

  it('whose answer was lost was still sent', async () => {
    const { chain, vault, node, value } = world
    const swapId = await world.offer()
    node.faults.order({ method: 'eth_sendRawTransaction', fault: { kind: 'LOSE_ANSWER' }, times: 1 })
    const bid = await world.bid({ swapId, nonce: freshNonce() })
    expect(await vault.settleOffer(swapId, [bid])).toMatchObject({ outcome: 'UNREACHABLE' })
    await node.mine()
    expect(await value(chain.isNonceUsed(world.bidder.address, bid.nonce))).toBe(true)
  })
})

describe('watching', () => {
  type Seen =
    | readonly ['SWAP', Swap, Mined]
    | readonly ['SETTLED', bigint, Mined]
    | readonly ['REORGANISED', bigint]
    | readonly ['BLOCK', bigint]

  const watch = async (): Promise<{ readonly seen: Seen[]; readonly stop: () => void }> => {
    const seen: Seen[] = []
    const from = (await world.value(world.chain.newestBlock())) + 1n
    const stop = world.chain.watch(from, {
      onSwap: (swap, mined) => seen.push(['SWAP', swap, mined]),
      onSettled: (swapId, mined) => seen.push(['SETTLED', swapId, mined]),
      onReorganised: (block) => seen.push(['REORGANISED', block]),
      onBlock: (block) => seen.push(['BLOCK', block]),
    })
    return { seen, stop }
  }
  const kinds = (seen: readonly Seen[]): string[] => seen.map(([kind]) => kind).filter((kind) => kind !== 'BLOCK')
  const hasRead = (seen: readonly Seen[], block: bigint): boolean => seen.some(([kind, at]) => kind === 'BLOCK' && at === block)

  it('says each thing once, takes back what a reorganisation takes back, and says what stands instead', async () => {
    const { chain, vault, node, value, done } = world
    const { seen, stop } = await watch()
    const swapId = await world.offer({ totalSize: WHOLE })
    await done(vault.settleOffer(swapId, [await world.bid({ swapId, nonce: freshNonce() })]))
    const block = await value(chain.newestBlock())
    await vi.waitUntil(() => hasRead(seen, block), { timeout: 30_000 })
    expect(kinds(seen)).toEqual(['SWAP', 'SETTLED'])
    await node.reorganise()
    await node.mine()
    await vi.waitUntil(() => kinds(seen).length === 5, { timeout: 30_000 })
    expect(kinds(seen)).toEqual(['SWAP', 'SETTLED', 'REORGANISED', 'SWAP', 'SETTLED'])
    const hashes = seen.flatMap((each) => (each[0] === 'SWAP' ? [each[2]] : []))
    expect(hashes[0]!.transaction).toBe(hashes[1]!.transaction)
    expect(hashes[0]!.blockHash).not.toBe(hashes[1]!.blockHash)
    stop()
  })

  it('goes on where the node did not answer for a while', async () => {
    const { chain, vault, node, value, done } = world
    const { seen, stop } = await watch()
    const swapId = await world.offer({ totalSize: WHOLE })
    node.faults.order({ method: 'eth_getLogs', fault: { kind: 'DISCONNECT_BEFORE' }, times: 3 })
    await done(vault.settleOffer(swapId, [await world.bid({ swapId, nonce: freshNonce() })]))
    const block = await value(chain.newestBlock())
    await vi.waitUntil(() => hasRead(seen, block), { timeout: 30_000 })
    expect(kinds(seen)).toEqual(['SWAP', 'SETTLED'])
    stop()
  })
})

/** The guarantees of the port that only a node can break, tested on the embedded chain over its socket. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { createEvmChain } from '@parley/chain'
import { kinds, untilRead, watch } from '@parley/chain/compliance'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyOf, openAuctionChain, WHOLE, type AuctionChain } from '../../test/auction-chain.ts'

let world: AuctionChain
let nonce = 0n
beforeAll(async () => {
  world = await openAuctionChain()
})
afterAll(() => world.node.close())

const freshNonce = (): bigint => ++nonce

describe('a node that is asked', () => {
  it('of a different chain is refused', async () => {
    const other = createEvmChain({ url: world.node.url, chainId: 1n, swap: world.chain.swap })
    const reason = 'The endpoint is for chain 31337; chain 1 was expected.'
    expect(await other.offer(1n)).toEqual({ outcome: 'REFUSED', reason })
    expect(await other.domain()).toEqual({ outcome: 'REFUSED', reason })
  })

  it('that does not respond is unreachable, and reveals nothing of the request', async () => {
    const { chain, node } = world
    const silent = createEvmChain({ url: 'http://127.0.0.1:9', chainId: 31_337n, swap: chain.swap })
    expect(await silent.offer(1n)).toMatchObject({ outcome: 'UNREACHABLE' })
    node.faults.order({ method: 'eth_call', fault: { kind: 'DISCONNECT_BEFORE' }, times: 1 })
    expect(await chain.offer(1n)).toMatchObject({ outcome: 'UNREACHABLE' })
    node.faults.order({ method: 'eth_call', fault: { kind: 'REJECT', code: -32_005, message: 'too many requests' }, times: 1 })
    expect(await chain.offer(1n)).toEqual({ outcome: 'UNREACHABLE', reason: 'too many requests' })
  })

  it('whose newest block is not a number is unreachable, and not at its first block', async () => {
    const [hash, address] = [`0x${'1'.repeat(64)}` as const, `0x${'2'.repeat(40)}`]
    const results: Readonly<Record<string, unknown>> = {
      eth_chainId: '0x7a69',
      eth_blockNumber: null,
      eth_getTransactionByHash: { from: address, input: '0x', nonce: '0x1', gas: '0x5208', blockNumber: '0x7' },
      eth_getTransactionReceipt: { blockNumber: '0x7', gasUsed: '0x5208', status: '0x1', logs: [] },
    }
    const server = createServer((request, response) => {
      void json(request).then((asked) => {
        const { id, method } = asked as { readonly id: number; readonly method: string }
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const chain = createEvmChain({ url: `http://127.0.0.1:${port}`, chainId: 31_337n, swap: world.chain.swap })
    expect(await chain.newestBlock()).toMatchObject({ outcome: 'UNREACHABLE' })
    expect(await chain.domain()).toMatchObject({ outcome: 'UNREACHABLE' })
    // A block that the chain does not know confirms nothing.
    expect(await chain.transaction(hash)).toMatchObject({ outcome: 'UNREACHABLE' })
    server.closeAllConnections()
    server.close()
  })
})

describe('a transaction', () => {
  it('that runs out of gas reports that', async () => {
    const { chain, vault, node, value } = world
    const swapId = await world.offer()
    node.expect('REVERT')
    const hash = await value(vault.settleOffer(swapId, [await world.bid({ swapId, nonce: freshNonce() })]))
    await node.mine()
    expect(await value(chain.transaction(hash))).toMatchObject({ state: 'REVERTED', reason: 'Out of gas.' })
    expect((await value(chain.offer(swapId)))?.availableSize).toBe(100n * WHOLE)
  })

  it('is replaced by another of its sender with the same nonce', async () => {
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

  it('that vanishes with its nonce used is replaced, also after a fault of the chain', async () => {
    const { chain, node, value } = world
    const hash = await value(world.walletOf('bb').approve(world.usdc, 1n))
    expect(await value(chain.transaction(hash))).toEqual({ state: 'PENDING' })
    node.expect('REPLACE')
    await node.mine()
    expect(await value(chain.transaction(hash))).toEqual({ state: 'REPLACED' })
  })

  it('whose response was lost was still sent', async () => {
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
  it('continues after the node did not respond for a while', async () => {
    const { chain, vault, node, value, done } = world
    const { seen, stop } = await watch(world)
    const swapId = await world.offer({ totalSize: WHOLE })
    node.faults.order({ method: 'eth_getLogs', fault: { kind: 'DISCONNECT_BEFORE' }, times: 3 })
    await done(vault.settleOffer(swapId, [await world.bid({ swapId, nonce: freshNonce() })]))
    const block = await value(chain.newestBlock())
    await untilRead(seen, block)
    expect(kinds(seen)).toEqual(['SWAP', 'SETTLED'])
    stop()
  })
})

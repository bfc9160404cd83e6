/** A call of an auction that is repeated under its key after its response was lost, by the process that decided it or by the next one. */
import type { AuctionView, VaultBidView, VaultTradeView } from '@parley/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, openAuctionProduct, signatureOf, type AuctionProduct, type Bidder } from '../../test/auction-product.ts'
import { withTestDatabase } from '../../test/database.ts'
import { createPaperChain, SWAP } from '../../test/paper-chain.ts'
import { signatureHeaders } from '../../test/product.ts'

const database = withTestDatabase()
const chain = createPaperChain(1_900_000_000n)
const secretKey = 'ab'.repeat(32)
let product: AuctionProduct
let sent = 0
let now = 0

const open = async () => {
  product = await openAuctionProduct(database.url, chain, { secretKey })
  product.desk.product.clock.now = Math.max(product.desk.product.clock.now, now)
}
beforeAll(open)
afterAll(() => product.close())

type Write = { readonly by: Bidder; readonly method: string; readonly path: string; readonly body?: object }

async function send<Answer>({ by, method, path, body }: Write, key: string): Promise<{ readonly status: number; readonly answer: Answer }> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const signed = signatureHeaders(by.key, product.desk.product.clock.now + 500 + (sent += 1), method, path, text)
  const headers = { ...signed, ...(body && { 'content-type': 'application/json' }), 'idempotency-key': key }
  const response = await fetch(`${product.desk.product.server.baseUrl}${path}`, { method, headers, ...(body && { body: text }) })
  return { status: response.status, answer: (await response.json()) as Answer }
}

/** Leaves the call as a process does that ends before it has stored a response. */
const loseResponse = (key: string) => database.sql`delete from request where key = ${key}`

it('9.4 19.4 19.10 19.15 a call whose response was lost gets the first answer again, whatever has happened since', async () => {
  const { vault, kest, lark } = product
  const offer = (swapId: bigint): Write => {
    const body = { venue: 'RBN', domain: { chain_id: 31_337, verifying_contract: SWAP }, swap_id: Number(swapId) }
    return { by: vault, method: 'POST', path: '/v1/vrfq/rfqs/', body: { ...body, ends_at: product.desk.product.clock.now + 60_000 } }
  }
  const opening = offer(chain.sell(vault.wallet.address, 10n))
  const opened = await send<AuctionView>(opening, 'open')
  const auction = opened.answer
  const canceling: Write = { by: vault, method: 'DELETE', path: `/v1/vrfq/rfqs/${(await product.auction()).id}/` }
  expect(await send(canceling, 'cancel-auction')).toMatchObject({ status: 200 })

  const priced = await product.price(kest, auction, '2')
  const body = { ...bodyOf(priced), signature: await signatureOf(kest.wallet, priced) }
  const bidding: Write = { by: kest, method: 'POST', path: `/v1/vrfq/rfqs/${auction.id}/quotes/`, body }
  const bid = await send<VaultBidView>(bidding, 'bid')
  const withdrawing: Write = { by: kest, method: 'DELETE', path: `/v1/vrfq/quotes/${bid.answer.id}/` }
  expect(await send(withdrawing, 'cancel-bid')).toMatchObject({ status: 200, answer: { id: bid.answer.id, status: 'CLOSED' } })

  const best = await product.bid(lark, auction, '3')
  await product.end(auction)
  const accepting: Write = { by: vault, method: 'POST', path: `/v1/vrfq/rfqs/${auction.id}/orders/`, body: { quote_id: best.id } }
  const trade = await send<VaultTradeView>(accepting, 'take')

  const repeatEach = async () => {
    for (const key of ['open', 'cancel-auction', 'bid', 'cancel-bid', 'take']) await loseResponse(key)
    expect(await send(opening, 'open')).toMatchObject({ status: opened.status, answer: { id: auction.id } })
    expect(await send(canceling, 'cancel-auction')).toMatchObject({ status: 200 })
    expect(await send(bidding, 'bid')).toMatchObject({ status: bid.status, answer: { id: bid.answer.id } })
    expect(await send(withdrawing, 'cancel-bid')).toMatchObject({ status: 200, answer: { id: bid.answer.id, status: 'CLOSED' } })
    expect(await send(accepting, 'take')).toMatchObject({ status: trade.status, answer: { id: trade.answer.id } })
  }
  await repeatEach()
  now = product.desk.product.clock.now
  await product.close()
  await open()
  await repeatEach()

  // Under another key each is a new command.
  expect((await send<{ error: string }>(accepting, 'take-again')).answer).toMatchObject({ error: 'OrderClosed' })
  expect((await send<{ error: string }>(withdrawing, 'cancel-again')).answer).toMatchObject({ error: 'OrderClosed' })
})

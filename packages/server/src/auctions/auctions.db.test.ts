/** Auctions over the API, with a database and a simulated chain: from the vault's offer to settlement, including everything that may go wrong. */
import { vaultChannels, type AuctionView, type BidPricingView, type VaultBidView } from '@parley/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  bodyOf,
  CONFIRMATIONS,
  notified,
  openAuctionProduct,
  settled,
  signatureOf,
  signedBid,
  type AuctionProduct,
  type Bidder,
} from '../../test/auction-product.ts'
import { textOfTables } from '../../test/all-tables.ts'
import { withTestDatabase } from '../../test/database.ts'
import { eventually, type ObjectAnswer } from '../../test/desk.ts'
import { SWAP } from '../../test/paper-chain.ts'
import type { TestSocket } from '../../test/product.ts'

const database = withTestDatabase()
let product: AuctionProduct
beforeAll(async () => {
  product = await openAuctionProduct(database.url)
}, 120_000)
afterAll(() => product.close())
/** Bidders have enough money in every test. */
const FUNDS = 1_000_000_000n
beforeEach(() => {
  for (const { wallet } of [product.kest, product.lark, product.orry, product.merl]) product.chain.fund(wallet.address, FUNDS)
})

async function subscribed(who: Bidder, ...channels: string[]): Promise<TestSocket> {
  const socket = await product.socket(who)
  for (const [id, channel] of channels.entries()) {
    socket.send({ id, jsonrpc: '2.0', method: 'subscribe', params: { channel } })
    await socket.next((frame) => frame['id'] === id)
  }
  return socket
}

describe('19.1 an auction', () => {
  // Proves W 7.3.
  it('19.1 19.11 19.14 is sold from the offer to the settlement, and everybody reads what is theirs to know', async () => {
    const { vault, kest, lark, orry, chain } = product
    const [atVault, atKest, atOrry] = await Promise.all([vault, kest, orry].map((who) => subscribed(who, 'rfq', 'quote', 'trade')))
    // No longer than a socket may be silent, because the clock is moved to its end.
    const auction = await product.auction({ ends_at: product.desk.product.clock.now + 10_000 })
    expect(auction).toMatchObject({
      ...{ venue: 'RBN', status: 'ACTIVE', outcome: null, vault: 'VAUL', quantity: '10', min_price: '1', awards: 'ONE', result: null },
      ...{ description: 'ETH Call  14 Feb 27  4000', bidding_token: { symbol: 'USDC', decimals: 6 } },
      domain: { contract_name: 'RIBBON SWAP', version: '1', chain_id: 31_337, verifying_contract: SWAP },
    })
    for (const socket of [atVault!, atKest!, atOrry!])
      expect(await notified(socket, 'rfq', ({ rfq }) => rfq!.id === auction.id)).toMatchObject({ kind: 'ADDED', rfq: { status: 'ACTIVE' } })
    const low = await product.bid(lark, auction, '2.5')
    const best = await product.bid(kest, auction, '3')
    expect(best).toMatchObject({ status: 'OPEN', price: '3', quantity: '10', sell_amount: '30000000', account: 'hot', place: null })
    expect(await notified(atKest!, 'quote')).toMatchObject({ kind: 'NEW', quote: { id: best.id, status: 'OPEN' } })

    await product.end(auction)
    const book = await product.book(auction)
    expect(
      book.bids.map(({ id, price, place, account, maker, chain_words }) => ({ id, price, place, account, maker, chain_words })),
    ).toEqual([
      { id: best.id, price: '3', place: 1, account: null, maker: null, chain_words: [] },
      { id: low.id, price: '2.5', place: 2, account: null, maker: null, chain_words: [] },
    ])
    const refused = await product.by(vault, 'POST', `/v1/vrfq/rfqs/${auction.id}/orders/`, { quote_id: low.id })
    expect(refused.json).toMatchObject({ error: 'BetterBidStands', code: 3590 })
    const trade = await product.take(auction, best)
    expect(trade).toMatchObject({ status: 'PENDING', settlement: 'AWAITED', is_own_auction: true, confirmations_needed: CONFIRMATIONS })
    expect(await notified(atKest!, 'quote')).toMatchObject({ kind: 'PENDING_FILL', quote: { id: best.id, status: 'CLOSED' } })
    expect(await notified(atKest!, 'trade')).toMatchObject({ kind: 'PENDING', trade: { id: trade.id, is_own_auction: false } })
    expect(await notified(atVault!, 'rfq', ({ rfq, kind }) => kind === 'REMOVED' && rfq!.id === auction.id)).toMatchObject({ rfq: { status: 'EXPIRED' } }) // prettier-ignore

    const { json: taken } = await product.by(vault, 'GET', `/v1/vrfq/quotes/${best.id}/`)
    const hash = await chain.settle(BigInt(auction.swap_id), [signedBid(taken as unknown as VaultBidView)])
    const { json } = await product.by(vault, 'PATCH', `/v1/vrfq/trades/${trade.id}/`, { status: 'COMPLETED', transaction_id: hash })
    expect(json).toMatchObject({ status: 'PENDING', settlement: 'MINED', transaction_id: hash })
    chain.mine(CONFIRMATIONS - 1)
    const done = await settled(product, kest, trade.id, 'CONFIRMED')
    expect(done).toMatchObject({ status: 'COMPLETED', transaction_id: hash, error: null, price: '3', quantity: '10' })
    expect(await notified(atKest!, 'quote', ({ kind }) => kind === 'FILLED')).toMatchObject({ quote: { id: best.id } })
    expect(await notified(atKest!, 'trade', ({ kind }) => kind === 'COMPLETED')).toMatchObject({ trade: { id: trade.id } })
    expect(await notified(atOrry!, 'rfq', ({ rfq, kind }) => kind === 'UPDATED' && rfq!.id === auction.id)).toMatchObject({
      rfq: { outcome: 'SOLD', result: { clearing_price: '3', average_price: '3', quantity: '10', transaction_ids: [hash] } },
    })
    const { json: lost } = await product.by(lark, 'GET', `/v1/vrfq/quotes/${low.id}/`)
    expect(lost).toMatchObject({ state: 'LOST', status: 'CLOSED' })
    const ofOthers = atOrry!.frames.filter(({ params }) => JSON.stringify(params ?? {}).includes(`"rfq_id":${auction.id}`))
    expect(ofOthers).toEqual([])
    for (const { params } of [atVault!, atKest!, atOrry!].flatMap(({ frames }) => frames)) {
      const { channel, data } = (params ?? {}) as { channel?: 'rfq' | 'quote' | 'trade'; data?: unknown }
      if (channel !== undefined && !Array.isArray(data)) expect(vaultChannels[channel].data.safeParse(data).error).toBeUndefined()
    }
    for (const socket of [atVault!, atKest!, atOrry!]) socket.close()
  })

  it('19.1 19.2 is opened by a vault, of its own offer, at the contract of this chain', async () => {
    const { vault, kest, chain } = product
    const swap_id = Number(chain.sell(vault.wallet.address))
    const domain = { chain_id: 31_337, verifying_contract: SWAP }
    const open = (who: Bidder, body: object) => product.by(who, 'POST', '/v1/vrfq/rfqs/', { venue: 'RBN', domain, swap_id, ...body })
    expect((await open(kest, {})).json).toMatchObject({ error: 'NotAVault', data: { rule: '19.1' } })
    expect((await open(vault, { venue: 'FKN' })).json).toMatchObject({ error: 'VenueNotSupported' })
    expect((await open(vault, { swap_id: 9_999 })).json).toMatchObject({ error: 'OfferUnfit', data: { member: 'swap_id' } })
    expect((await open(vault, { domain: { ...domain, chain_id: 1 } })).json).toMatchObject({
      error: 'OfferUnfit',
      data: { member: 'domain' },
    })
    expect((await open(vault, { swap_id: Number(chain.sell(kest.wallet.address)) })).json).toMatchObject({ error: 'OfferUnfit' })
    expect((await open(vault, { ends_at: product.desk.product.clock.now + 1_000 })).json).toMatchObject({ error: 'AuctionTimesInvalid' })
    const { json } = await open(vault, {})
    expect((await open(vault, {})).json).toMatchObject({ error: 'OfferAuctioned', code: 3585 })
    expect((await product.by(kest, 'DELETE', `/v1/vrfq/rfqs/${String(json['id'])}/`)).json).toMatchObject({ error: 'NotTheCreator' })
    expect((await product.by(vault, 'DELETE', `/v1/vrfq/rfqs/${String(json['id'])}/`)).json).toMatchObject({ status: 'EXPIRED', outcome: 'CANCELED' }) // prettier-ignore
    // The chain is read in between, and time passes: what begins at once has begun.
    const { clock } = product.desk.product
    let ticking = clock.now
    Object.defineProperty(clock, 'now', { get: () => ++ticking, configurable: true, enumerable: true })
    expect(await open(vault, {})).toMatchObject({ status: 201, json: { status: 'ACTIVE' } })
    Object.defineProperty(clock, 'now', { value: ticking, writable: true, configurable: true, enumerable: true })
  })
})

describe('19.4 to 19.7 a bid over the wire', () => {
  let auction: AuctionView
  beforeAll(async () => {
    auction = await product.auction()
  })
  const place = async (who: Bidder, priced: BidPricingView, more: object = {}) =>
    product.by(who, 'POST', `/v1/vrfq/rfqs/${auction.id}/quotes/`, {
      ...bodyOf(priced),
      signature: await signatureOf(who.wallet, priced),
      ...more,
    })

  it.each<[string, (priced: BidPricingView) => object, string, string]>([
    ['another signature', () => ({ signature: '00'.repeat(65) }), 'BidRefusedByContract', 'SIGNATURE_INVALID'],
    ['a nonce that was not signed', () => ({ nonce: 5 }), 'BidRefusedByContract', 'UNAUTHORIZED'],
    ['a price that was not signed', () => ({ price: '4' }), 'BidUnfit', 'The amount paid must be price times quantity'],
    ['another quantity', () => ({ quantity: '9' }), 'BidUnfit', 'quantity must equal'],
    ['another account', () => ({ account: 'cold' }), 'AccountUnknown', 'Your desk has no wallet with that name'],
    ['a nonce that no contract has room for', () => ({ nonce: String(2n ** 256n) }), 'InvalidParams', 'whole number below 2^256'],
    ['a part of a signature', () => ({ signature: '12' }), 'InvalidParams', 'A signature must be 65 bytes'],
    ['no address', () => ({ signer_wallet: 'hot' }), 'InvalidParams', 'The address must be 0x'],
    ['another offer', ({ swap_id }) => ({ swap_id: swap_id + 1 }), 'BidUnfit', "The bid must be signed for this auction's offer"],
    ['a v that is none', () => ({ signature: `${'12'.repeat(64)}1d` }), 'BidRefusedByContract', 'v must be 27 or 28, or 0 or 1'],
  ])('19.5 19.6 with %s is refused', async (_what, change, error, words) => {
    const priced = await product.price(product.kest, auction, '3')
    const { status, json } = await place(product.kest, priced, change(priced))
    expect([status, json['error']]).toEqual([400, error])
    expect(json['message']).toContain(words)
  })

  it('19.6 is refused where the wallet has too little, or the contract may take too little of it', async () => {
    const { orry, chain } = product
    const priced = await product.price(orry, auction, '3')
    chain.fund(orry.wallet.address, FUNDS, 29_999_999n)
    expect((await place(orry, priced)).json['message']).toMatch(/^SIGNER_ALLOWANCE_LOW: /)
    chain.fund(orry.wallet.address, 29_999_999n, FUNDS)
    expect((await place(orry, priced)).json['message']).toMatch(/^SIGNER_BALANCE_LOW: /)
    const { json } = await product.by(orry, 'GET', `/v1/vrfq/rfqs/${auction.id}/wallet/?account=hot`)
    expect(json).toMatchObject({ wallet: orry.wallet.address, balance: '29999999', allowance: String(FUNDS), delegate: null, swap_address: SWAP }) // prettier-ignore
    chain.fund(orry.wallet.address, FUNDS)
    expect((await place(orry, priced)).status).toBe(201)
  })

  it('19.6 is accepted with a v of 0 or 1, kept with 27 or 28, and is the same bid with either', async () => {
    const { orry } = product
    const priced = await product.price(orry, auction, '3.5')
    const signature = await signatureOf(orry.wallet, priced)
    const placed = await place(orry, priced, { signature: `${signature.slice(0, -2)}${signature.endsWith('1b') ? '00' : '01'}` })
    const again = await place(orry, priced)
    expect([placed.status, again.status, again.json['id']]).toEqual([201, 201, placed.json['id']])
    expect(placed.json['signature']).toBe(signature.replace(/^0x/, '').toLowerCase())
  })

  it('19.6 is signed by the delegate that the wallet has authorised, and by no other', async () => {
    const { lark, chain } = product
    const delegate = chain.walletOf('66')
    const ask = (body: object) => product.by(lark, 'POST', `/v1/vrfq/rfqs/${auction.id}/pricing/`, { account: 'hot', price: '3', ...body })
    expect((await ask({ use_delegated_wallet: true })).json).toMatchObject({ error: 'DelegateMissing' })
    const own = await product.price(lark, auction, '3')
    expect((await place(lark, own, { signature: await signatureOf(delegate, own) })).json['message']).toMatch(/^UNAUTHORIZED: /)
    chain.authorize(lark.wallet.address, delegate.address)
    const priced = await product.price(lark, auction, '3', { use_delegated_wallet: true })
    expect(priced).toMatchObject({ signatory: delegate.address, signer_wallet: lark.wallet.address, use_delegated_wallet: true })
    expect((await place(lark, priced, { signature: await signatureOf(delegate, priced) })).status).toBe(201)
  })

  it('19.4 19.7 19.16 19.17 takes the place of the one before, comes once, and leaves its nonce used and its signature valid', async () => {
    const { kest } = product
    const first = await product.bid(kest, auction, '2')
    const priced = await product.price(kest, auction, '2.5')
    const [second, again] = [await place(kest, priced), await place(kest, priced)]
    expect([second.status, again.status, again.json['id']]).toEqual([201, 201, second.json['id']])
    const own = await product.by(kest, 'GET', `/v1/vrfq/quotes/?rfq_id=${auction.id}&status=OPEN`)
    expect((own.json['results'] as VaultBidView[]).map(({ id }) => id)).toEqual([second.json['id']])
    expect((await product.by(kest, 'GET', `/v1/vrfq/quotes/${first.id}/`)).json).toMatchObject({ state: 'CANCELED' })
    expect((await product.by(kest, 'DELETE', `/v1/vrfq/quotes/${String(second.json['id'])}/`)).json).toMatchObject({ state: 'CANCELED' })
    expect((await place(kest, priced)).json).toMatchObject({ error: 'BidRefusedByContract', data: { rule: '19.7' } })
    const asked = { account: 'hot', price: '2', nonce: priced.nonce }
    const named = await product.by(kest, 'POST', `/v1/vrfq/rfqs/${auction.id}/pricing/`, asked)
    expect(named.json).toMatchObject({ error: 'BidRefusedByContract', data: { rule: '19.7' } })
    expect((await product.by(kest, 'DELETE', `/v1/vrfq/quotes/${first.id}/`)).json).toMatchObject({ error: 'OrderClosed' })
    expect(priced.in_words.join(' ')).toContain(`your desk's bid of 2 USDC for 10, nonce ${first.nonce}`)
    const signature = async (who: Bidder) => (await product.by(who, 'GET', `/v1/vrfq/quotes/${first.id}/signature/`)).json
    expect(await signature(kest)).toMatchObject({ life: 'VALID', is_known_to_vault: false, signatory: kest.wallet.address })
    await kest.wallet.cancelNonces([BigInt(first.nonce)]).then(() => product.chain.mine())
    expect(await signature(kest)).toMatchObject({ life: 'VOID', contract_words: ['NONCE_ALREADY_USED'] })
    expect(await signature(product.orry)).toMatchObject({ error: 'OrderUnknown' })
  })

  it('19.6 is neither taken nor refused while the chain is silent, and nothing is changed', async () => {
    const { kest, chain } = product
    const priced = await product.price(kest, auction, '2.75')
    chain.isSilent = true
    expect((await place(kest, priced)).json).toMatchObject({ error: 'ChainSilent', code: 3594 })
    chain.isSilent = false
    expect((await place(kest, priced)).status).toBe(201)
  })

  it('19.4 is taken back when trading is stopped for its desk, and none is taken then', async () => {
    // No other test bids for this desk, which remains stopped.
    const { merl } = product
    const bid = await product.bid(merl, auction, '2.8')
    expect((await product.by(merl, 'POST', '/v2/protection/stop_me/', {})).status).toBeLessThan(300)
    const stateNow = async () => (await product.by(merl, 'GET', `/v1/vrfq/quotes/${bid.id}/`)).json['state']
    await eventually(stateNow, (state) => state === 'CANCELED')
    const priced = await product.price(merl, auction, '2.9')
    expect((await place(merl, priced)).json).toMatchObject({ error: 'TradingIsStopped' })
  })
})

describe('19.8 nobody reads a bid before the end', () => {
  it('19.8 neither its price nor that there is one: of two auctions, with a bid and without, everybody else reads the same', async () => {
    const { vault, orry, lark } = product
    const [empty, bidden] = [await product.auction(), await product.auction()]
    const reader = await subscribed(orry, 'rfq', 'quote', 'trade')
    const placed = await product.bid(lark, bidden, '7.654321')
    const paths = (id: number) => ['', 'quotes/'].map((part) => `/v1/vrfq/rfqs/${id}/${part}`)
    const strip = ({ json: { id: _id, swap_id: _swap, request_id: _request, data: _data, ...same } }: ObjectAnswer) => same
    for (const who of [vault, orry])
      for (const [at, path] of paths(bidden.id).entries()) {
        const [one, other] = [await product.by(who, 'GET', paths(empty.id)[at]!), await product.by(who, 'GET', path)]
        expect([other.status, strip(other)]).toEqual([one.status, strip(one)])
      }
    expect((await product.by(vault, 'GET', `/v1/vrfq/rfqs/${bidden.id}/quotes/`)).json).toMatchObject({ error: 'BidsAreSealed' })
    for (const who of [vault, orry]) {
      const [known, unknown] = [
        await product.by(who, 'GET', `/v1/vrfq/quotes/${placed.id}/`),
        await product.by(who, 'GET', '/v1/vrfq/quotes/1/'),
      ]
      expect([known.status, known.json['message']]).toEqual([unknown.status, unknown.json['message']])
      const [cancel, nothing] = [
        await product.by(who, 'DELETE', `/v1/vrfq/quotes/${placed.id}/`),
        await product.by(who, 'DELETE', '/v1/vrfq/quotes/1/'),
      ]
      expect([cancel.status, cancel.json['message']]).toEqual([nothing.status, nothing.json['message']])
      expect((await product.by(who, 'GET', `/v1/vrfq/quotes/?rfq_id=${bidden.id}`)).json['results']).toEqual([])
    }
    // No part of it is stored in plain text: neither in any table of the database nor in the log.
    const secrets = ['7.654321', placed.sell_amount, placed.signature]
    for (const [name, text] of await textOfTables(database.sql)) {
      const found = secrets.filter((secret) => text.includes(secret))
      expect([name, found]).toEqual([name, []])
    }
    expect(product.desk.product.logged()).not.toContain('7.654321')
    const frames = reader.frames.filter(({ method }) => method === 'subscription')
    expect(frames).toEqual([])
    reader.close()
  })

  it('19.8 a bid in the first moment of an auction does not have its start said sooner', async () => {
    const { lark, orry } = product
    const { clock } = product.desk.product
    const reader = await subscribed(orry, 'rfq')
    const auction = await product.auction({ starts_at: clock.now + 5_000, ends_at: clock.now + 65_000 })
    const isOfIt = ({ rfq }: Awaited<ReturnType<typeof notified>>) => rfq!.id === auction.id
    expect(await notified(reader, 'rfq', isOfIt)).toMatchObject({ kind: 'ADDED', rfq: { status: 'COMING' } })
    clock.now = auction.starts_at
    const placed = await product.bid(lark, auction, '3')
    await product.by(lark, 'DELETE', `/v1/vrfq/quotes/${placed.id}/`)
    await product.bid(lark, auction, '4')
    reader.send({ id: 99, jsonrpc: '2.0', method: 'heartbeat' })
    await reader.next((frame) => frame['id'] === 99)
    expect(reader.frames.filter(({ params }) => JSON.stringify(params ?? {}).includes(`"id":${auction.id},`))).toHaveLength(1)
    // A command about the auction itself, which is refused here, comes after the time events.
    await product.by(orry, 'DELETE', `/v1/vrfq/rfqs/${auction.id}/`)
    expect(await notified(reader, 'rfq', isOfIt)).toMatchObject({ kind: 'ADDED', rfq: { status: 'ACTIVE' } })
    reader.close()
  })

  it('19.8 19.9 from the end on the vault reads those that stood, and nothing of them changes', async () => {
    const { lark, orry, vault } = product
    const auction = await product.auction({ awards: 'SEVERAL' })
    const gone = await product.bid(lark, auction, '5', { quantity: '4' })
    const kept = await product.bid(lark, auction, '4', { quantity: '6' })
    const other = await product.bid(orry, auction, '4', { quantity: '7' })
    await product.end(auction)
    expect((await product.book(auction)).bids.map(({ id }) => id)).toEqual([other.id, kept.id])
    expect((await product.by(vault, 'GET', `/v1/vrfq/quotes/${gone.id}/`)).status).toBe(404)
    expect((await product.by(lark, 'DELETE', `/v1/vrfq/quotes/${kept.id}/`)).json).toMatchObject({ error: 'AuctionNotRunning' })
    expect((await product.by(orry, 'GET', `/v1/vrfq/quotes/${kept.id}/`)).status).toBe(404)
  })
})

describe('19.11 to 19.13 the chain has the last word', () => {
  /** A trade of LARK that waits for its transaction. */
  async function awaited() {
    const { lark } = product
    const auction = await product.auction()
    const bid = await product.bid(lark, auction, '3')
    await product.end(auction)
    const [read] = (await product.book(auction)).bids
    return { auction, bid: signedBid(read!), trade: await product.take(auction, bid) }
  }
  const report = (id: number, body: object, method = 'PATCH') => product.by(product.vault, method, `/v1/vrfq/trades/${id}/`, body)

  it('19.12 a transaction that reverts rejects the trade with the chain’s reason', async () => {
    const { lark, chain } = product
    const { auction, bid, trade } = await awaited()
    chain.fund(lark.wallet.address, 0n)
    const hash = await chain.settle(BigInt(auction.swap_id), [bid])
    expect((await report(trade.id, { status: 'COMPLETED', transaction_id: hash })).json).toMatchObject({
      status: 'PENDING',
      settlement: 'SENT',
    })
    chain.mine(CONFIRMATIONS)
    expect(await settled(product, lark, trade.id, 'REVERTED')).toMatchObject({ status: 'REJECTED', error: 'ERC20: insufficient allowance', transaction_id: hash }) // prettier-ignore
  })

  it('19.11 the vault’s word alone settles nothing, and a transaction that did something else is refused', async () => {
    const { chain } = product
    const { trade } = await awaited()
    const unknown = `0x${'ee'.repeat(32)}`
    expect((await report(trade.id, { status: 'COMPLETED' })).json).toMatchObject({ error: 'TransactionMissing' })
    expect((await report(trade.id, { status: 'COMPLETED', transaction_id: unknown }, 'PUT')).json).toMatchObject({ status: 'PENDING', settlement: 'SENT', confirmations: 0 }) // prettier-ignore
    const elsewhere = await awaited()
    const hash = await chain.settle(BigInt(elsewhere.auction.swap_id), [elsewhere.bid])
    expect((await report(trade.id, { status: 'COMPLETED', transaction_id: hash })).json).toMatchObject({ error: 'TransactionMissing' })
    expect((await product.by(product.lark, 'PATCH', `/v1/vrfq/trades/${trade.id}/`, { status: 'REJECTED' })).json).toMatchObject({ error: 'NotTheCreator' }) // prettier-ignore
    expect((await product.by(product.kest, 'PATCH', `/v1/vrfq/trades/${trade.id}/`, { status: 'REJECTED' })).status).toBe(404)
    expect((await report(trade.id, { status: 'REJECTED', error: 'No gas.' })).json).toMatchObject({ status: 'REJECTED', settlement: 'ABANDONED', error: 'No gas.' }) // prettier-ignore
  })

  it('19.11 19.12 a swap that nobody has reported, or after the vault gave up, completes the trade all the same', async () => {
    const { chain, lark } = product
    const { auction, bid, trade } = await awaited()
    await report(trade.id, { status: 'REJECTED', error: 'No gas.' })
    const hash = await chain.settle(BigInt(auction.swap_id), [bid])
    expect(await settled(product, lark, trade.id, 'MINED')).toMatchObject({ status: 'PENDING', transaction_id: hash })
    expect((await report(trade.id, { status: 'REJECTED' })).json).toMatchObject({ error: 'TradeSettled' })
    chain.mine(CONFIRMATIONS)
    expect(await settled(product, lark, trade.id, 'CONFIRMED')).toMatchObject({ status: 'COMPLETED', error: null })
  })

  it('19.13 a block that is no longer part of the chain makes the trade pending again, and the next one completes it', async () => {
    const { chain, lark } = product
    const { auction, bid, trade } = await awaited()
    const socket = await subscribed(lark, 'trade')
    await chain.settle(BigInt(auction.swap_id), [bid])
    chain.mine(CONFIRMATIONS)
    await settled(product, lark, trade.id, 'CONFIRMED')
    chain.undo(CONFIRMATIONS + 1)
    expect(await settled(product, lark, trade.id, 'REORGANISED')).toMatchObject({ status: 'PENDING', confirmations: 0, block: null })
    const again = await chain.settle(BigInt(auction.swap_id), [bid])
    chain.mine(CONFIRMATIONS)
    expect(await settled(product, lark, trade.id, 'CONFIRMED')).toMatchObject({ status: 'COMPLETED', transaction_id: again })
    const kinds: string[] = []
    const next = () => notified(socket, 'trade', (sent) => sent.trade!.id === trade.id)
    while (kinds.filter((kind) => kind === 'COMPLETED').length < 2) kinds.push((await next()).kind)
    expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual(['PENDING', 'COMPLETED', 'PENDING', 'COMPLETED'])
    socket.close()
  })

  it('19.10 19.14 the best of several bids win until nothing is left', async () => {
    const { chain, lark, orry, vault } = product
    const auction = await product.auction({ awards: 'SEVERAL' })
    const small = await product.bid(lark, auction, '4', { quantity: '4' })
    const large = await product.bid(orry, auction, '3', { quantity: '6' })
    await product.end(auction)
    for (const bid of [small, large]) {
      const { id } = await product.take(auction, bid)
      const { json } = await product.by(vault, 'GET', `/v1/vrfq/quotes/${bid.id}/`)
      await chain.settle(BigInt(auction.swap_id), [signedBid(json as unknown as VaultBidView)])
      chain.mine(CONFIRMATIONS)
      await settled(product, vault, id, 'CONFIRMED')
    }
    const { json } = await product.by(orry, 'GET', `/v1/vrfq/rfqs/${auction.id}/`)
    expect(json).toMatchObject({ outcome: 'SOLD', result: { clearing_price: '3', average_price: '3.4', quantity: '10' } })
    const trades = await product.by(vault, 'GET', `/v1/vrfq/trades/?rfq_id=${auction.id}&status=COMPLETED`)
    expect((trades.json['results'] as { quote_id: number }[]).map(({ quote_id }) => quote_id).toSorted()).toEqual(
      [small.id, large.id].toSorted(),
    )
  })
})

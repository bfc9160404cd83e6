/** The product with a simulated chain: a vault, four bidders with wallets, and their actions through the API. */
import type { BidPricingView, VaultBidView, VaultBookView, VaultTradeView, AuctionView } from '@parley/contracts'
import type { SignedBid, Wallet } from '@parley/chain'
import { eventually, openTestDesk, type ObjectAnswer, type TestDesk } from './desk.ts'
import { keepKey } from './kept-keys.ts'
import { createPaperChain, NOBODY, SWAP, type PaperChain } from './paper-chain.ts'
import { openTestSocket, type Key, type TestSocket } from './product.ts'
import type { ServerOptions } from '../src/server-options.ts'

export type Bidder = { readonly desk: string; readonly key: Key; readonly wallet: Wallet }
export type AuctionProduct = {
  readonly desk: TestDesk
  readonly chain: PaperChain
  readonly vault: Bidder
  readonly kest: Bidder
  readonly lark: Bidder
  readonly orry: Bidder
  readonly merl: Bidder
  /** Returns the call's JSON with its status. */
  by(who: Bidder, method: string, path: string, body?: object): Promise<ObjectAnswer>
  /** An offer of ten options on the chain, and its auction of one minute. */
  auction(more?: object, options?: bigint): Promise<AuctionView>
  price(who: Bidder, auction: AuctionView, price: string, more?: object): Promise<BidPricingView>
  /** Prices, signs and places a bid. */
  bid(who: Bidder, auction: AuctionView, price: string, more?: object): Promise<VaultBidView>
  /** Moves the clock to the auction's end and publishes that. */
  end(auction: AuctionView): Promise<void>
  take(auction: AuctionView, bid: VaultBidView): Promise<VaultTradeView>
  book(auction: AuctionView): Promise<VaultBookView>
  trade(who: Bidder, id: number): Promise<VaultTradeView>
  socket(who: Bidder): Promise<TestSocket>
  close(): Promise<void>
}

export const CONFIRMATIONS = 3
const MINUTE = 60_000
const NOON = 1_800_000_000_000

/** The same chain and database may be opened again, as after a restart. */
export async function openAuctionProduct(
  databaseUrl: string,
  chain: PaperChain = createPaperChain(BigInt(NOON / 1000) + 30n * 86_400n),
  more: Partial<ServerOptions> = {},
): Promise<AuctionProduct> {
  const auctions = { chain, confirmations: CONFIRMATIONS, referrer: NOBODY, transactionUrl: null, isSimulated: true }
  const desk = await openTestDesk(databaseUrl, { auctions, ...more })
  const { operator } = desk.product.server
  const others = ['VAUL', 'LARK', 'MERL']
  for (const ticker of others) await operator.createDesk({ ticker, name: ticker, firmName: `${ticker} Ltd`, isMaker: true, limits: 'NONE' })
  for (const ticker of others)
    await operator.createUser({ email: `ann@${ticker.toLowerCase()}.example`, password: 'correct horse battery', firstName: 'Ann', lastName: 'Test', desk: ticker, role: 'administrator' }) // prettier-ignore
  await operator.setFeatureFlag('feature_vaults', 'on', ['VAUL'])
  const party = async (ticker: string, digits: string): Promise<Bidder> => {
    const wallet = chain.walletOf(digits)
    const account = { walletAddress: wallet.address, swapAddress: SWAP, biddingToken: 'USDC' }
    await operator.addVenueAccount(ticker, { venue: 'RBN', name: 'hot', isDefault: true, ...account })
    return { desk: ticker, wallet, key: await keepKey(operator, { databaseUrl, desk: ticker, name: 'auctions' }) }
  }
  const [vault, kest, lark, orry, merl] = [
    await party('VAUL', '44'),
    await party('KEST', '11'),
    await party('LARK', '22'),
    await party('ORRY', '33'),
    await party('MERL', '55'),
  ]
  for (const { wallet } of [kest, lark, orry, merl]) chain.fund(wallet.address, 1_000_000_000n)
  const by: AuctionProduct['by'] = ({ key }, method, path, body) => desk.by(key, method, path, body)
  const must = async <T>(who: Bidder, method: string, path: string, body?: object): Promise<T> => {
    const { status, json, text } = await by(who, method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`)
    return json as T
  }
  const price: AuctionProduct['price'] = (who, { id }, wanted, extra = {}) =>
    must(who, 'POST', `/v1/vrfq/rfqs/${id}/pricing/`, { account: 'hot', price: wanted, ...extra })
  return {
    ...{ desk, chain, vault, kest, lark, orry, merl, by, price },
    async auction(extra = {}, options = 10n) {
      const swap_id = Number(chain.sell(vault.wallet.address, options))
      const domain = { chain_id: 31_337, verifying_contract: SWAP }
      return must(vault, 'POST', '/v1/vrfq/rfqs/', { venue: 'RBN', domain, swap_id, ends_at: desk.product.clock.now + MINUTE, ...extra })
    },
    async bid(who, auction, wanted, extra) {
      const priced = await price(who, auction, wanted, extra)
      return must(who, 'POST', `/v1/vrfq/rfqs/${auction.id}/quotes/`, {
        ...bodyOf(priced),
        signature: await signatureOf(who.wallet, priced),
      })
    },
    async end(auction) {
      desk.product.clock.now = Math.max(desk.product.clock.now, auction.ends_at)
    },
    take: (auction, { id }) => must(vault, 'POST', `/v1/vrfq/rfqs/${auction.id}/orders/`, { quote_id: id }),
    book: (auction) => must(vault, 'GET', `/v1/vrfq/rfqs/${auction.id}/quotes/`),
    trade: (who, id) => must(who, 'GET', `/v1/vrfq/trades/${id}/`),
    socket: ({ key }) => openTestSocket(desk.product.server.baseUrl, `/v1/vrfq/?api-key=${key.accessKey}&cancel_on_disconnect=false`),
    close: () => desk.close(),
  }
}

/** The part of the pricing that a bid repeats. */
export const bodyOf = ({ account, price, swap_id, nonce, signer_wallet, sell_amount, buy_amount, referrer }: BidPricingView) => ({
  ...{ account, price, swap_id, nonce, signer_wallet, sell_amount, buy_amount, referrer },
})

const fieldsOf = ({ typed_data: { message } }: BidPricingView) => ({
  swapId: BigInt(message.swapId),
  nonce: BigInt(message.nonce),
  signerWallet: message.signerWallet as `0x${string}`,
  sellAmount: BigInt(message.sellAmount),
  buyAmount: BigInt(message.buyAmount),
  referrer: message.referrer as `0x${string}`,
})

export async function signatureOf(wallet: Wallet, priced: BidPricingView): Promise<string> {
  const { name, version, chainId, verifyingContract } = priced.typed_data.domain
  const domain = { name, version, chainId: BigInt(chainId), verifyingContract: verifyingContract as `0x${string}` }
  return (await wallet.sign(domain, fieldsOf(priced))).signature.slice(2)
}

/** In the form that the vault passes to its contract. */
export const signedBid = (bid: VaultBidView): SignedBid => ({
  swapId: BigInt(bid.swap_id),
  nonce: BigInt(bid.nonce),
  signerWallet: bid.signer_wallet as `0x${string}`,
  sellAmount: BigInt(bid.sell_amount),
  buyAmount: BigInt(bid.buy_amount),
  referrer: bid.referrer as `0x${string}`,
  signature: `0x${bid.signature}`,
})

/** Waits until the trade has this status. */
export const settled = ({ trade }: AuctionProduct, who: Bidder, id: number, settlement: VaultTradeView['settlement']) =>
  eventually(
    () => trade(who, id),
    (seen) => seen.settlement === settlement,
  )

type Notified = { readonly kind: string } & Readonly<
  Record<string, { readonly id: number; readonly rfq_id?: number; readonly status: string }>
>
/** The next matching notification of a channel. */
export async function notified(socket: TestSocket, channel: string, fits: (data: Notified) => boolean = () => true): Promise<Notified> {
  const frame = await socket.next(({ params }) => {
    const { channel: name, data } = (params ?? {}) as { channel?: string; data?: Notified }
    return name === channel && data !== undefined && !Array.isArray(data) && fits(data)
  })
  return (frame['params'] as { data: Notified }).data
}

/** Opens auctions next to a market for socket tests: their channels, their notifications, and a whole auction from the offer to the sale. */
import { vaultCalls, type AuctionView, type BidPricingView, type Call, type VaultBidView, type VaultTradeView } from '@parley/contracts'
import { isRefusal, type DeskId, type Refusal } from '@parley/core'
import type { Wallet } from '@parley/chain'
import { openBook } from '../src/accounts/accounts-snapshot.ts'
import { createPasswords } from '../src/accounts/sign-in/passwords.ts'
import { createAuctions, type AuctionsNeeds } from '../src/auctions/create-auctions.ts'
import type { RouteInput } from '../src/calls/route.ts'
import type { Sql } from '../src/database/sql.ts'
import type { Fault } from '../src/engine/journal.ts'
import { silent } from '../src/log/log.ts'
import { systemClock } from '../src/market-data/clock.ts'
import { wireOperator } from '../src/operator/wire-operator.ts'
import { createUnfinishedCancels } from '../src/protection/unfinished-cancels.ts'
import { openPlatform } from '../src/platform/platform.ts'
import { createVault } from '../src/vault/vault.ts'
import { bodyOf, CONFIRMATIONS, signatureOf, signedBid } from './auction-product.ts'
import { eventually } from './desk.ts'
import { callerOf } from './direct-market.ts'
import { lightWork } from './light-work.ts'
import { createLateChain, type LateChain } from './late-chain.ts'
import { createPaperChain, NOBODY, SWAP, type PaperChain } from './paper-chain.ts'

const MINUTE_MS = 60_000
const MONTH_SECONDS = 30n * 86_400n

export type SocketAuctions = Awaited<ReturnType<typeof openSocketAuctions>>
type Market = Pick<AuctionsNeeds, 'engine'> & { readonly sql: Sql; readonly now: () => number; readonly chain?: LateChain }

/** The first desk sells and the others bid. Each desk has a wallet with enough tokens. */
export async function openSocketAuctions({ sql, engine, now, ...given }: Market, [seller, ...bidders]: readonly DeskId[]) {
  const clock = { aheadMs: 0 }
  const time = () => now() + clock.aheadMs
  const chain = given.chain ?? createLateChain(createPaperChain(BigInt(now() / 1_000) + MONTH_SECONDS))
  const vault = createVault(new Uint8Array(32))
  const book = await openBook(sql, silent)
  const platform = await openPlatform({ sql, now: time, log: silent })
  const operator = wireOperator({
    sql,
    book,
    vault,
    platform,
    passwords: createPasswords(lightWork),
    publicUrl: 'http://localhost',
    now: time,
  })
  const wallets = new Map<DeskId, Wallet>()
  for (const [place, desk] of [seller!, ...bidders].entries()) {
    const wallet = chain.walletOf(`${place + 1}`.repeat(2))
    wallets.set(desk, wallet)
    await operator.createDesk({ ticker: desk, name: desk, firmName: `${desk} Ltd`, isMaker: true, limits: 'NONE' })
    const account = { walletAddress: wallet.address, swapAddress: SWAP, biddingToken: 'USDC' }
    await operator.addVenueAccount(desk, { venue: 'RBN', name: 'hot', isDefault: true, ...account })
    chain.fund(wallet.address, 1_000_000_000n)
  }
  await operator.setFeatureFlag('feature_vaults', 'on', [seller!])
  const auctions = { chain, confirmations: CONFIRMATIONS, referrer: NOBODY, transactionUrl: null, isSimulated: true }
  const customers = { eligibilityRefusal: () => undefined }
  const barred = new Set<DeskId>()
  const isIn = ({ desk }: { readonly desk: DeskId }) => !barred.has(desk)
  const may = { bid: isIn, sell: isIn }
  const faults: { next: Fault | undefined } = { next: undefined }
  const faultOnce = (fault: Fault): boolean => {
    const isNow = faults.next === fault
    if (isNow) faults.next = undefined
    return isNow
  }
  const unfinished = createUnfinishedCancels(time)
  const part = await createAuctions({
    auctions,
    sql,
    vault,
    book,
    customers,
    bidLimit: () => undefined,
    unfinished,
    may,
    engine,
    clock: systemClock(time),
    log: silent,
    faults: faultOnce,
  })
  const askOrRefuse = async <Answer>(by: DeskId, call: Call, params: object, body: object = {}): Promise<Answer | Refusal> => {
    const { handle } = part.routes.find((route) => route.call === call)!
    return (await handle({ caller: callerOf(by), params, body, query: {}, now: time() } as unknown as RouteInput<Call>)) as Answer | Refusal
  }
  /** Returns the answer, and throws if the call is refused. */
  const ask = async <Answer>(by: DeskId, call: Call, params: object, body: object = {}): Promise<Answer> => {
    const answer = await askOrRefuse<Answer>(by, call, params, body)
    if (typeof answer === 'object' && answer !== null && isRefusal(answer)) throw new Error(`${answer.refused}: ${answer.message}`)
    return answer
  }
  /** The body of a priced and signed bid. */
  const signedBy = async (by: DeskId, { id }: AuctionView, price: string, more: object = {}): Promise<object> => {
    const priced = await ask<BidPricingView>(by, vaultCalls.priceBid, { id }, { account: 'hot', price, ...more })
    return { ...bodyOf(priced), signature: await signatureOf(wallets.get(by)!, priced) }
  }
  const bid = async (by: DeskId, auction: AuctionView, price: string): Promise<VaultBidView> =>
    ask(by, vaultCalls.createBid, { id: auction.id }, await signedBy(by, auction, price))
  return {
    channels: part.channels,
    sources: part.sources,
    ...{ part, unfinished, chain, clock, barred, faults, ask, askOrRefuse, signedBy, bid },
    open: (more: object = {}) => openOn({ seller: seller!, wallet: wallets.get(seller!)!, chain, ask, time }, more),
    sell: () => sell({ seller: seller!, bidders, wallet: wallets.get(seller!)!, chain, ask, bid, clock, time }),
    async close(): Promise<void> {
      await part.close()
      await platform.close()
      await book.close()
    },
  }
}

type Sale = {
  readonly seller: DeskId
  readonly bidders: readonly DeskId[]
  readonly wallet: Wallet
  readonly chain: PaperChain
  readonly clock: { aheadMs: number }
  time(): number
  ask<Answer>(by: DeskId, call: Call, params: object, body?: object): Promise<Answer>
  bid(by: DeskId, auction: AuctionView, price: string): Promise<VaultBidView>
}

/** Sells one auction: each bidder cancels a first bid and then bids twice, and the best bid wins. Cancels a second auction that has bids. */
async function sell({ seller, bidders, wallet, chain, clock, time, ask, bid }: Sale): Promise<void> {
  const open = () => openOn({ seller, wallet, chain, ask, time })
  const [sold, canceled] = [await open(), await open()]
  for (const [place, by] of bidders.entries()) {
    await ask(by, vaultCalls.cancelBid, { id: (await bid(by, sold, '2')).id })
    for (const price of [3, 9 - place]) await bid(by, sold, String(price))
    await bid(by, canceled, '4')
  }
  await ask(seller, vaultCalls.cancelAuction, { id: canceled.id })
  clock.aheadMs += MINUTE_MS
  const { bids } = await ask<{ bids: readonly VaultBidView[] }>(seller, vaultCalls.listAuctionBids, { id: sold.id })
  const trade = await ask<VaultTradeView>(seller, vaultCalls.takeBid, { id: sold.id }, { quote_id: bids[0]!.id })
  await chain.settle(BigInt(sold.swap_id), [signedBid(bids[0]!)])
  chain.mine(CONFIRMATIONS)
  await eventually(
    () => ask<AuctionView>(seller, vaultCalls.getAuction, { id: sold.id }),
    ({ outcome }) => outcome === 'SOLD',
  )
  await ask(seller, vaultCalls.getBidTrade, { id: trade.id })
}

/** Makes a new offer and opens its auction for one minute. */
function openOn({ seller, wallet, chain, ask, time }: Pick<Sale, 'seller' | 'wallet' | 'chain' | 'ask' | 'time'>, more: object = {}) {
  const swap_id = Number(chain.sell(wallet.address))
  const domain = { chain_id: Number(chain.chainId), verifying_contract: SWAP }
  return ask<AuctionView>(seller, vaultCalls.openAuction, {}, { venue: 'RBN', domain, swap_id, ends_at: time() + MINUTE_MS, ...more })
}

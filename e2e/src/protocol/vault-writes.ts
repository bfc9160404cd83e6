/** Write requests for vault auctions: the demo's vault sells on its chain, and the user's desk bids with its wallet from the demo. */
import { setTimeout as delay } from 'node:timers/promises'
import type { BidPricingView } from '@parley/contracts'
import { roster, signPriced, walletAt, walletKeyOf, walletNameOf, type ChainPlace } from '@parley/simulator'
import type { Json } from './answer.ts'
import type { Bot } from './bot.ts'
import type { Floor, Ticker } from './floor.ts'
import type { Write, Writes } from './writes.ts'

export const AUCTIONS = '/v1/vrfq'
const WEEK_MS = 7 * 86_400_000
const LOOK_EVERY_MS = 200
/** Calls on ETH are paid for in it, at a price with 18 decimals. */
export const WALLET = walletNameOf('WETH')
const LOWEST = '20000000000000000'

/** Signed by the wallet of its desk by default. */
type Priced = { readonly price?: string; readonly by?: Ticker; readonly signedBy?: Ticker }
export type HeldAuction = { readonly auction: number; readonly bid: number; readonly trade: number }

/** The offer of the vault. */
const CALLS = { underlying: 'ETH', kind: 'CALL', strike: 4_000, quantity: 10, min_bid: 1, min_price: LOWEST } as const
const LONGEST_MS = 300_000

/**
 * A short auction has little time to spare for the requests that open it and bid in it. If the product answers that the time is over, the machine is
 * slower than that, and an auction that lasts twice as long is begun.
 */
async function longerWhere<T>(refusal: string, lastsMs: number, begin: (lastsMs: number) => Promise<T>): Promise<T> {
  try {
    return await begin(lastsMs)
  } catch (error) {
    if (lastsMs > LONGEST_MS || !String(error).includes(refusal)) throw error
    return longerWhere(refusal, 2 * lastsMs, begin)
  }
}

/** The vault and a bidder on a floor. */
export function vaultWork({ product, taker, bot }: Pick<Floor, 'product' | 'taker' | 'bot'>) {
  const vault = bot('SABL')
  const control = async (body: object): Promise<Json> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${product.demo.venueControl}/auctions`, { method: 'POST', body: JSON.stringify(body), headers })
    if (answer.status !== 200) throw new Error(`the vault did not do it: ${answer.status}`)
    return (await answer.json()) as Json
  }
  /** An offer on the chain, and the request that opens its auction. */
  const offer = async (lastsMs: number) => {
    const { swap_id } = await control({ order: 'SELL', ...CALLS, expires_at: Date.now() + WEEK_MS })
    const { chainId, swap } = await control({ order: 'FACTS' })
    const domain = { chain_id: Number(chainId), verifying_contract: swap }
    return { venue: 'RBN', domain, swap_id, ends_at: Date.now() + lastsMs }
  }
  const auction = (lastsMs = 60_000): Promise<number> =>
    longerWhere('AuctionTimesInvalid', lastsMs, async (asked) => {
      const { id } = await vault.must(201, 'POST', `${AUCTIONS}/rfqs/`, await offer(asked))
      return Number(id)
    })
  const botOf = (by: Ticker): Bot => (by === 'AMBR' ? taker : bot(by))
  /** The body of a bid. */
  const priced = async (
    id: number,
    { price = '0.025', by = 'AMBR', signedBy = by }: Priced,
  ): Promise<Readonly<Record<string, unknown>>> => {
    const pricing = await botOf(by).must(200, 'POST', `${AUCTIONS}/rfqs/${id}/pricing/`, { account: WALLET, price })
    const place = (await control({ order: 'FACTS' })) as unknown as ChainPlace
    const key = walletKeyOf(roster.find(({ ticker }) => ticker === signedBy)!)
    const { account, swap_id, nonce, signer_wallet, sell_amount, buy_amount, referrer } = pricing as unknown as BidPricingView
    const signature = await signPriced(walletAt(place, key), pricing as unknown as BidPricingView)
    return { account, price, swap_id, nonce, signer_wallet, sell_amount, buy_amount, referrer, signature }
  }
  const place = async (id: number, body: object, by: Ticker = 'AMBR'): Promise<number> =>
    Number((await botOf(by).must(201, 'POST', `${AUCTIONS}/rfqs/${id}/quotes/`, body))['id'])
  const bid = async (id: number, more: Priced = {}): Promise<number> => place(id, await priced(id, more), more.by)
  const untilOver = async (id: number): Promise<void> => {
    while ((await vault.must(200, 'GET', `${AUCTIONS}/rfqs/${id}/`))['status'] !== 'EXPIRED') await delay(LOOK_EVERY_MS)
  }
  /** A closed auction with a bid in it. */
  const over = async (lastsMs = 11_000) => {
    const begun = await longerWhere('AuctionNotRunning', lastsMs, async (asked) => {
      const id = await auction(asked)
      return { auction: id, bid: await bid(id) }
    })
    await untilOver(begun.auction)
    return begun
  }
  /** The vault's contract settles the bid, and the trade is reported as settled. */
  const settlement = async ({ auction: id, bid: taken, trade }: HeldAuction): Promise<Write> => {
    const quote = await vault.must(200, 'GET', `${AUCTIONS}/quotes/${taken}/`)
    const { transaction_id } = await control({ order: 'SETTLE', swap_id: quote['swap_id'], bids: [quote] })
    const path = `${AUCTIONS}/trades/${trade}/`
    return { by: vault, path, body: { status: 'COMPLETED', transaction_id }, other: { status: 'REJECTED', error: `Not ${id}.` } }
  }
  const take = async (ended: { auction: number; bid: number }): Promise<HeldAuction> => {
    await untilOver(ended.auction)
    const body = { quote_id: ended.bid }
    return { ...ended, trade: Number((await vault.must(201, 'POST', `${AUCTIONS}/rfqs/${ended.auction}/orders/`, body))['id']) }
  }
  const held = async (): Promise<HeldAuction> => take(await over())
  return { vault, taker, botOf, offer, auction, priced, place, bid, over, take, held, settlement }
}

/** An auction lasts at least ten seconds. If they begin now, they end while other calls are made. */
export function vaultWrites(
  floor: Pick<Floor, 'product' | 'taker' | 'bot'>,
  closedAuctions: 'begin now' | 'begin when needed' = 'begin when needed',
): Writes {
  const { vault, taker, offer, auction, priced, bid, over, take } = vaultWork(floor)
  const begun: ReturnType<typeof over>[] = []
  /** Three calls need one. */
  const begin = (lastsMs?: number) => {
    begun.push(over(lastsMs), over(lastsMs), over(lastsMs))
    // The call that needs one reports why it failed.
    for (const one of begun) one.catch(() => undefined)
  }
  // No call waits for these, so they need not be as short as an auction may be.
  if (closedAuctions === 'begin now') begin(15_000)
  const nextOver = () => {
    if (begun.length === 0) begin()
    return begun.shift()!
  }
  const report = async (): Promise<Write> => ({
    by: vault,
    path: `${AUCTIONS}/trades/${(await take(await nextOver())).trade}/`,
    body: { status: 'REJECTED', error: 'No gas.' },
    other: { status: 'REJECTED', error: 'No gas today.' },
  })
  return {
    [`POST ${AUCTIONS}/rfqs/`]: async () => {
      const body = await offer(60_000)
      return { by: vault, path: `${AUCTIONS}/rfqs/`, body, other: { ...body, awards: 'SEVERAL' } }
    },
    [`DELETE ${AUCTIONS}/rfqs/{id}/`]: async () => ({ by: vault, path: `${AUCTIONS}/rfqs/${await auction()}/` }),
    [`POST ${AUCTIONS}/rfqs/{id}/pricing/`]: async () => {
      const body = { account: WALLET, price: '0.025' }
      return { by: taker, path: `${AUCTIONS}/rfqs/${await auction()}/pricing/`, body, other: { ...body, price: '0.026' } }
    },
    [`POST ${AUCTIONS}/rfqs/{id}/quotes/`]: async () => {
      const id = await auction()
      return { by: taker, path: `${AUCTIONS}/rfqs/${id}/quotes/`, body: await priced(id, {}), other: await priced(id, { price: '0.026' }) }
    },
    [`DELETE ${AUCTIONS}/quotes/{id}/`]: async () => ({ by: taker, path: `${AUCTIONS}/quotes/${await bid(await auction())}/` }),
    [`POST ${AUCTIONS}/rfqs/{id}/orders/`]: async () => {
      const ended = await nextOver()
      const [body, other] = [{ quote_id: ended.bid }, { quote_id: ended.bid, client_order_id: 'mine' }]
      return { by: vault, path: `${AUCTIONS}/rfqs/${ended.auction}/orders/`, body, other }
    },
    [`PATCH ${AUCTIONS}/trades/{id}/`]: report,
    [`PUT ${AUCTIONS}/trades/{id}/`]: report,
  }
}

/** The user that makes a read of auctions. */
export const auctionReader = (path: string, { taker, bot }: Pick<Floor, 'taker' | 'bot'>): Bot =>
  path === `${AUCTIONS}/rfqs/{id}/quotes/` ? bot('SABL') : taker

/** The path of a read of auctions, with its required query. */
export function auctionPath(path: string, { auction, bid, trade }: HeldAuction): string {
  const id = path.startsWith(`${AUCTIONS}/quotes/`) ? bid : path.startsWith(`${AUCTIONS}/trades/`) ? trade : auction
  const query = path.endsWith('/wallet/') ? `?account=${encodeURIComponent(WALLET)}` : ''
  return `${path.replace('{id}', String(id))}${query}`
}
export const isOfAuctions = (path: string): boolean => path.startsWith(`${AUCTIONS}/`)

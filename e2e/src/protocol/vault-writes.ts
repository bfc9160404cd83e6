/** Requests for the writes of vault auctions: the demo's vault sells on its chain, and the newcomer's desk bids with the wallet that the demo has given it. */
import { setTimeout as delay } from 'node:timers/promises'
import type { BidPricingView } from '@parley/contracts'
import { roster, signPriced, walletAt, walletKeyOf, walletNameOf, type ChainPlace } from '@parley/simulator'
import type { Bot, Json } from './bot.ts'
import type { Floor } from './floor.ts'
import type { Write, Writes } from './writes.ts'

const BASE = '/v1/vrfq'
const WEEK_MS = 7 * 86_400_000
const LOOK_EVERY_MS = 200
/** Calls on ETH are paid for in it, at a price with 18 decimals. */
export const WALLET = walletNameOf('WETH')
const LOWEST = '20000000000000000'

export type HeldAuction = { readonly auction: number; readonly bid: number; readonly trade: number }

/** The vault and a bidder at work on a floor. */
export function vaultWork({ product, taker, bot }: Pick<Floor, 'product' | 'taker' | 'bot'>) {
  const vault = bot('SABL')
  const control = async (body: object): Promise<Json> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${product.demo.venueControl}/auctions`, { method: 'POST', body: JSON.stringify(body), headers })
    if (answer.status !== 200) throw new Error(`the vault did not do it: ${answer.status}`)
    return (await answer.json()) as Json
  }
  /** An offer on the chain, and what its auction is asked for by. */
  const offer = async (lastsMs: number) => {
    const terms = {
      underlying: 'ETH',
      kind: 'CALL',
      strike: 4_000,
      expires_at: Date.now() + WEEK_MS,
      quantity: 10,
      min_bid: 1,
      min_price: LOWEST,
    }
    const { swap_id } = await control({ order: 'SELL', ...terms })
    const { chainId, swap } = await control({ order: 'FACTS' })
    const domain = { chain_id: Number(chainId), verifying_contract: swap }
    return { venue: 'RBN', domain, swap_id, ends_at: Date.now() + lastsMs }
  }
  const auction = async (lastsMs = 60_000): Promise<number> =>
    Number((await vault.must(201, 'POST', `${BASE}/rfqs/`, await offer(lastsMs)))['id'])
  const priced = async (id: number, price: string): Promise<object> => {
    const pricing = await taker.must(200, 'POST', `${BASE}/rfqs/${id}/pricing/`, { account: WALLET, price })
    const place = (await control({ order: 'FACTS' })) as unknown as ChainPlace
    const key = walletKeyOf(roster.find(({ ticker }) => ticker === 'AMBR')!)
    const { account, swap_id, nonce, signer_wallet, sell_amount, buy_amount, referrer } = pricing as unknown as BidPricingView
    const signature = await signPriced(walletAt(place, key), pricing as unknown as BidPricingView)
    return { account, price, swap_id, nonce, signer_wallet, sell_amount, buy_amount, referrer, signature }
  }
  const bid = async (id: number): Promise<number> =>
    Number((await taker.must(201, 'POST', `${BASE}/rfqs/${id}/quotes/`, await priced(id, '0.025')))['id'])
  /** An auction that is over, with a bid in it. */
  const over = async () => {
    const id = await auction(11_000)
    const quote = await bid(id)
    while ((await vault.must(200, 'GET', `${BASE}/rfqs/${id}/`))['status'] !== 'EXPIRED') await delay(LOOK_EVERY_MS)
    return { auction: id, bid: quote }
  }
  const held = async (): Promise<HeldAuction> => {
    const ended = await over()
    const body = { quote_id: ended.bid }
    return { ...ended, trade: Number((await vault.must(201, 'POST', `${BASE}/rfqs/${ended.auction}/orders/`, body))['id']) }
  }
  return { vault, taker, offer, auction, priced, bid, over, held }
}

export function vaultWrites(floor: Pick<Floor, 'product' | 'taker' | 'bot'>): Writes {
  const { vault, taker, offer, auction, priced, bid, over, held } = vaultWork(floor)
  const report = async (): Promise<Write> => ({
    by: vault,
    path: `${BASE}/trades/${(await held()).trade}/`,
    body: { status: 'REJECTED', error: 'No gas.' },
    other: { status: 'REJECTED', error: 'No gas today.' },
  })
  return {
    [`POST ${BASE}/rfqs/`]: async () => {
      const body = await offer(60_000)
      return { by: vault, path: `${BASE}/rfqs/`, body, other: { ...body, awards: 'SEVERAL' } }
    },
    [`DELETE ${BASE}/rfqs/{id}/`]: async () => ({ by: vault, path: `${BASE}/rfqs/${await auction()}/` }),
    [`POST ${BASE}/rfqs/{id}/pricing/`]: async () => {
      const body = { account: WALLET, price: '0.025' }
      return { by: taker, path: `${BASE}/rfqs/${await auction()}/pricing/`, body, other: { ...body, price: '0.026' } }
    },
    [`POST ${BASE}/rfqs/{id}/quotes/`]: async () => {
      const id = await auction()
      return { by: taker, path: `${BASE}/rfqs/${id}/quotes/`, body: await priced(id, '0.025'), other: await priced(id, '0.026') }
    },
    [`DELETE ${BASE}/quotes/{id}/`]: async () => ({ by: taker, path: `${BASE}/quotes/${await bid(await auction())}/` }),
    [`POST ${BASE}/rfqs/{id}/orders/`]: async () => {
      const ended = await over()
      const [body, other] = [{ quote_id: ended.bid }, { quote_id: ended.bid, client_order_id: 'mine' }]
      return { by: vault, path: `${BASE}/rfqs/${ended.auction}/orders/`, body, other }
    },
    [`PATCH ${BASE}/trades/{id}/`]: report,
    [`PUT ${BASE}/trades/{id}/`]: report,
  }
}

/** By whom a read of auctions is made. */
export const auctionReader = (path: string, { taker, bot }: Pick<Floor, 'taker' | 'bot'>): Bot =>
  path === `${BASE}/rfqs/{id}/quotes/` ? bot('SABL') : taker

/** The address of a read of auctions, with the query that it wants. */
export function auctionPath(path: string, { auction, bid, trade }: HeldAuction): string {
  const id = path.startsWith(`${BASE}/quotes/`) ? bid : path.startsWith(`${BASE}/trades/`) ? trade : auction
  const query = path.endsWith('/wallet/') ? `?account=${encodeURIComponent(WALLET)}` : ''
  return `${path.replace('{id}', String(id))}${query}`
}
export const isOfAuctions = (path: string): boolean => path.startsWith(`${BASE}/`)

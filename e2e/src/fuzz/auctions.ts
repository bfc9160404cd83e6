/** Auctions for the fuzz traffic: one that runs, one that closes during the round, one to be cancelled, and one that hides a bid throughout. */
import { randomInt } from 'node:crypto'
import type { Call } from '@parley/contracts'
import type { Json } from '../protocol/answer.ts'
import type { Bot } from '../protocol/bot.ts'
import type { Floor } from '../protocol/floor.ts'
import { AUCTIONS, vaultWork, WALLET } from '../protocol/vault-writes.ts'
import { pick, type Random } from '../random.ts'
import { openSignedSocket } from '../protocol/wire-socket.ts'

type Body = Readonly<Record<string, unknown>>
type AuctionFloor = Pick<Floor, 'product' | 'taker' | 'maker' | 'bot'>
export type AuctionObjects = {
  /** With a bid of the taker's, and the next bid ready to be placed. */
  readonly running: { readonly id: number; readonly bid: number; readonly next: Body }
  /** With bids of two desks, the best first. */
  readonly ending: { readonly id: number; readonly bids: readonly [number, number] }
  readonly toBeCanceled: number
  /** An offer without an auction. */
  readonly opening: Body
}

const RUNS_MS = 600_000
const ENDS_MS = 11_000
const HIDES_MS = 20 * 3_600_000
/** No other desk in the fuzz test sends anything for it. */
const HOLDER = 'KEST'

/** Closes the auctions of earlier rounds first, because a vault has a maximum number of them. */
export async function auctionsIn(floor: AuctionFloor, hidden: Pick<HiddenBid, 'auctions'>): Promise<AuctionObjects> {
  const { auction, bid, offer, priced, vault } = vaultWork(floor)
  await endAll(vault, hidden.auctions)
  const [running, ending] = [await auction(RUNS_MS), await auction(ENDS_MS)]
  const bids = [await bid(ending, { price: '0.03' }), await bid(ending, { by: 'LIND' })] as const
  return {
    running: { id: running, bid: await bid(running), next: await priced(running, { price: '0.026' }) },
    ending: { id: ending, bids },
    toBeCanceled: await auction(RUNS_MS),
    opening: await offer(RUNS_MS),
  }
}

/** If an auction has closed with a bid, the vault takes the bid and then reports the trade as failed. */
async function endAll(vault: Bot, but: readonly number[]): Promise<void> {
  for (const { id } of await open(vault)) {
    if (but.includes(Number(id))) continue
    const path = `${AUCTIONS}/rfqs/${String(id)}/`
    if ((await vault.send('DELETE', path)).status < 300) continue
    const { results: trades } = await vault.must(200, 'GET', `${AUCTIONS}/trades/?rfq_id=${String(id)}&status=PENDING`)
    for (const trade of trades as readonly Json[]) await giveUp(vault, trade)
    const book = await vault.send('GET', `${path}quotes/`)
    for (const bid of ((book.json as { readonly bids?: readonly Json[] }).bids ?? []).filter(({ status }) => status === 'OPEN')) {
      const taken = await vault.send('POST', `${path}orders/`, { quote_id: bid['id'] })
      if (taken.status < 300) await giveUp(vault, taken.json)
    }
  }
}

const giveUp = (vault: Bot, { id }: Json) =>
  vault.send('PATCH', `${AUCTIONS}/trades/${String(id)}/`, { status: 'REJECTED', error: 'The round is over.' })

/** Sorted by end time, latest first; the auctions of earlier rounds are closed. */
async function open(vault: Bot): Promise<readonly Json[]> {
  const { results } = await vault.must(200, 'GET', `${AUCTIONS}/rfqs/?page_size=100`)
  return (results as readonly Json[]).filter(({ outcome, vault: seller }) => outcome === null && seller === 'SABL')
}

/** The object of the call, from its path. */
export function idOfAuctions(
  { method, path }: Pick<Call, 'method' | 'path'>,
  { running, ending, toBeCanceled }: AuctionObjects,
  trade: number,
): number {
  if (path.includes('/trades/')) return trade
  if (path.includes('/quotes/{')) return method === 'DELETE' ? running.bid : ending.bids[0]
  if (path.endsWith('/orders/') || (path.endsWith('/{id}/quotes/') && method === 'GET')) return ending.id
  return method === 'DELETE' ? toBeCanceled : running.id
}

/** JSON strings that are mostly valid for the member; for a bid, mostly those that were signed. */
export function goodOfAuctions(member: string, random: Random, { running, ending, opening }: AuctionObjects, path: string): string {
  const one = (...texts: readonly unknown[]) => JSON.stringify(pick(random, texts))
  const right: Body = path.endsWith('/quotes/') ? running.next : path.endsWith('/pricing/') ? { account: WALLET, price: '0.025' } : opening
  const value = right[member]
  switch (member) {
    case 'signature':
      return one(value, value, value, `${String(value).slice(0, -4)}0000`, '00'.repeat(65))
    case 'nonce':
      return one(value ?? null, value ?? null, randomInt(1, 1_000), '7')
    case 'price':
      return one(value, value, value, '0.027', '0.02')
    case 'ends_at':
      return one(value, value, null, Date.now() + 1_000, String(value))
    case 'starts_at':
      return one(null, null, Date.now() + 60_000)
    case 'awards':
      return one('ONE', 'SEVERAL')
    case 'quantity':
      return one(null, null, '10', 10, '3')
    case 'use_delegated_wallet':
      return one(false, false, null, true)
    case 'quote_id':
      return one(...ending.bids, ending.bids[0], running.bid)
    case 'status':
      return one('COMPLETED', 'REJECTED')
    case 'transaction_id':
      return one(null, `0x${'12'.repeat(32)}`, `0x${'AB'.repeat(32)}`)
    default:
      return value === undefined ? one(null, 'text', '25') : one(value)
  }
}

/** The frames that the vault and two bidders receive; `end` returns all frames of each. */
export async function watchAuctions({ product, taker, maker, bot }: AuctionFloor): Promise<{ end(): Promise<readonly string[]> }> {
  const sockets = await Promise.all(
    [taker, maker, bot('SABL')].map(async ({ keys }) => {
      const socket = await openSignedSocket(product.baseUrl, keys, `${AUCTIONS}/`, 'cancel_on_disconnect=false')
      for (const channel of ['rfq', 'quote', 'trade']) await socket.subscribe(channel, { snapshot: true })
      return socket
    }),
  )
  return {
    end: () =>
      Promise.all(
        sockets.map(async ({ frames, close }) => {
          await close()
          return JSON.stringify(frames)
        }),
      ),
  }
}

export type HiddenBid = {
  /** Its current auction, and the auctions it was in before they were cancelled. */
  readonly auctions: readonly number[]
  /** The ids of all of them, so that they are requested. */
  readonly ids: readonly number[]
  /** Throws if a desk reads what only another desk may see. */
  check(text: string, what: string): void
  /**
   * It is still as it was placed, and its vault can read nothing of it. If the vault has cancelled the auction, the bid hides in another one from now
   * on.
   */
  checkStands(): Promise<void>
}

/** A bid at a price that no other desk uses, in an auction that outlasts the fuzz test (rulebook 19.8). */
export async function hideBid(floor: AuctionFloor): Promise<HiddenBid> {
  const { auction, priced, place } = vaultWork(floor)
  const [holder, vault] = [floor.bot(HOLDER), floor.bot('SABL')]
  const [auctions, ids, secrets]: [number[], number[], string[]] = [[], [], []]
  const hide = async (): Promise<void> => {
    const id = await auction(HIDES_MS)
    const price = `0.025${randomInt(1e7, 1e8)}1`
    const body = await priced(id, { price, by: HOLDER })
    auctions.push(id)
    ids.push(await place(id, body, HOLDER))
    secrets.push(price, String(body['sell_amount']), String(body['signature']))
  }
  await hide()
  return {
    ...{ auctions, ids },
    check(text, what) {
      const found = secrets.find((secret) => text.includes(secret))
      if (found !== undefined)
        throw new Error(`somebody reads another desk's bid before the end (${found}): ${what} -> ${text.slice(0, 2_000)}`)
    },
    async checkStands() {
      const own = await holder.must(200, 'GET', `${AUCTIONS}/quotes/${String(ids.at(-1))}/`)
      const { outcome } = await vault.must(200, 'GET', `${AUCTIONS}/rfqs/${String(auctions.at(-1))}/`)
      const isAsPlaced = secrets.includes(String(own['price'])) && own['state'] === (outcome === 'CANCELED' ? 'CANCELED' : 'OPEN')
      if (!isAsPlaced) throw new Error(`the hidden bid is not as it was placed: ${JSON.stringify(own)}`)
      const book = await vault.send('GET', `${AUCTIONS}/rfqs/${String(auctions.at(-1))}/quotes/`)
      if (book.status !== 400) throw new Error(`the vault reads a book before the end: ${book.status} ${book.text}`)
      if (outcome === 'CANCELED') await hide()
    },
  }
}

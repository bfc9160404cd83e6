/** Two desks that bid in vault auctions, the vault that accepts their bids, and what each of them received. */
import { setTimeout as delay } from 'node:timers/promises'
import { ClientError, createClient, type Client, type Socket } from '@parley/client'
import { vaultCalls as calls, type AuctionView, type VaultBidView, type VaultTradeView } from '@parley/contracts'
import { signPriced, walletAt, walletKeyOf, walletNameOf, type ChainPlace } from '@parley/simulator'
import { type Random } from '../random.ts'
import { signingAgain } from '../reliability/sign-again.ts'
import { wrongBids, type SentBid } from './bid-history.ts'
import type { Installation } from './installation.ts'

/** Desks of the demo that are in no pair of the markets. */
const BIDDERS = ['KEST', 'LARK'] as const
const VAULT = 'SABL'

type Desk = { readonly ticker: string; readonly quick: Client; readonly patient: Client; readonly socket: Socket }
type Bidder = Desk & {
  readonly wallet: Pick<ReturnType<typeof walletAt>, 'sign'>
  readonly sent: SentBid[]
  /** Its bids by the notifications, and all ids in them. */
  readonly received: ReadonlyMap<number, string>
}

export type BidMarket = {
  readonly place: Installation
  readonly chain: ChainPlace
  readonly vault: Desk & { readonly received: ReadonlyMap<number, string> }
  readonly bidders: readonly Bidder[]
  readonly auctions: AuctionView[]
  /** The bids that the vault has asked to accept, by auction, and the trades in the responses. */
  readonly taken: Map<number, Taken>
  readonly waiting: Set<() => void>
}

const TRIES = 24
const DAY_MS = 86_400_000
/** By any clock longer than the ten seconds of the shortest auction. They end in a later round, under its fault. */
const LASTS_MS = 25_000
/** A desk may place a hundred in an auction. */
const MOST_BIDS = 90
const PAUSE_MS = 100
const AGREE_WITHIN_MS = 30_000
const SETTLED_WITHIN_MS = 90_000
const LOOK_MS = 100
const CURRENCY = 'ETH'

export async function openBidMarket(place: Installation): Promise<BidMarket> {
  const chain = await atChain<ChainPlace>(place, { order: 'FACTS' })
  const bidders = BIDDERS.map((ticker): Bidder => {
    const desk = openDesk(place, ticker)
    return { ...desk, wallet: walletAt(chain, walletKeyOf({ ticker } as never)), sent: [], received: receivedBy(desk.socket) }
  })
  const vault = openDesk(place, VAULT)
  return {
    ...{ place, chain, bidders, auctions: [], taken: new Map(), waiting: new Set() },
    vault: { ...vault, received: receivedBy(vault.socket) },
  }
}

function openDesk({ baseUrl, desks }: Installation, ticker: string): Desk {
  const { accessKey, secretKey } = desks.find((desk) => desk.ticker === ticker)!
  const clientWith = (tries: number) =>
    createClient({ baseUrl, credentials: { kind: 'key', accessKey, secretKey }, pacing: false, tries, warn: () => undefined })
  const quick = clientWith(1)
  return { ticker, quick, patient: signingAgain(clientWith(TRIES)), socket: quick.socket({ cancelOnDisconnect: false, door: '/v1/vrfq' }) }
}

/** The bid has ended, and how was not received. */
const MISSED = 'MISSED'

function receivedBy(socket: Socket): ReadonlyMap<number, string> {
  const received = new Map<number, string>()
  socket.subscribe<{ readonly quote: VaultBidView }>(
    'quote',
    ({ event, data }) => {
      const bids = ((event === 'SNAPSHOT' ? data : [data]) as readonly { readonly quote: VaultBidView }[]).map(({ quote }) => quote)
      // A gateway that does not know the position yet sends the list of open bids instead of what was missed.
      if (event === 'SNAPSHOT') for (const [id, state] of received) if (state === 'OPEN') received.set(id, MISSED)
      for (const { id, state } of bids) received.set(id, state)
    },
    { snapshot: true, resume: true },
  )
  return received
}

async function atChain<Answer>({ venueControl }: Installation, order: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', connection: 'close' }
  const response = await fetch(`${venueControl}/auctions`, { method: 'POST', body: JSON.stringify(order), headers })
  if (!response.ok) throw new Error(`the chain refused: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

/** The vault offers options. Resolves when bids are accepted. A repeated call returns the auction that the first one opened. */
async function openAuction({ place, chain, vault, auctions }: BidMarket): Promise<AuctionView> {
  const expires_at = Math.ceil((Date.now() + 30 * DAY_MS) / DAY_MS) * DAY_MS + 8 * 3_600_000
  const option = { underlying: CURRENCY, kind: 'CALL', strike: 4_000, expires_at, quantity: 10, min_bid: 10 }
  const { swap_id } = await atChain<{ swap_id: number }>(place, { order: 'SELL', ...option, min_price: '10000000000000000' })
  const domain = { chain_id: Number(chain.chainId), verifying_contract: chain.swap }
  const body = { venue: 'RBN', domain, swap_id, awards: 'ONE', ends_at: Date.now() + LASTS_MS } as const
  const auction = await untilAnswered(() => vault.patient.call(calls.openAuction, { body, idempotencyKey: `open-${swap_id}` }))
  auctions.push(auction)
  return auction
}

/** For a call that may be repeated, because what it does can happen only once. */
async function untilAnswered<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = TRIES; ; tries -= 1)
    try {
      return await send()
    } catch (error) {
      if (isRefused(error) || tries === 1) throw error
      await delay(LOOK_MS)
    }
}

/** Bids and cancels in one auction after another until then. The outcome of a call without a response is found later. */
export async function bidUntil(market: BidMarket, isOver: AbortSignal, random: Random): Promise<void> {
  while (!isOver.aborted) {
    const auction = await openAuction(market).catch(() => undefined)
    if (auction === undefined) await delay(LOOK_MS)
    else await Promise.all(market.bidders.map((bidder) => bidIn(market, bidder, { auction, isOver, random })))
  }
}

type Bidding = { readonly auction: AuctionView; readonly isOver: AbortSignal; readonly random: Random }

async function bidIn(market: BidMarket, bidder: Bidder, { auction, isOver, random }: Bidding): Promise<void> {
  const isOpen = () => !isOver.aborted && Date.now() < auction.ends_at
  for (let n = 0; isOpen() && n < MOST_BIDS; n += 1) {
    await placeOne(market, bidder, auction, random).catch(() => undefined)
    await delay(PAUSE_MS + random() * PAUSE_MS)
  }
}

async function placeOne({ waiting }: BidMarket, { quick, wallet, sent }: Bidder, { id }: AuctionView, random: Random): Promise<void> {
  const price = (0.02 + Math.floor(random() * 100) / 10_000).toFixed(4)
  const priced = await quick.call(calls.priceBid, { params: { id }, body: { account: walletNameOf(`W${CURRENCY}`), price } })
  const { typed_data: _typed, in_words: _words, signatory: _signatory, ...terms } = priced
  const one: SentBid = { auction: id, body: { ...terms, signature: await signPriced(wallet, priced) }, sentAtMs: performance.now() }
  sent.push(one)
  const placing = place(quick, one)
  for (const resolve of waiting) resolve()
  waiting.clear()
  // The same signed bid, sent again, is the same bid (rulebook 19.7).
  await (random() < 0.1 ? Promise.all([placing, place(quick, one)]) : placing)
  if (one.answered !== undefined && random() < 0.3) await cancel(quick, one)
}

async function place(client: Client, one: SentBid): Promise<void> {
  try {
    const { id } = await client.call(calls.createBid, {
      ...{ params: { id: one.auction }, body: one.body },
      idempotencyKey: `bid-${one.auction}-${one.body.nonce}`,
    })
    one.answered ??= { id, atMs: performance.now() }
  } catch (error) {
    if (!isRefused(error)) throw error
    one.isRefused = true
  }
}

async function cancel(client: Client, one: SentBid): Promise<void> {
  one.cancel = 'SENT'
  try {
    await client.call(calls.cancelBid, { params: { id: one.answered!.id }, idempotencyKey: `cancel-${one.answered!.id}` })
    one.cancel = 'ANSWERED'
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}

const isRefused = (error: unknown): boolean => error instanceof ClientError && error.status >= 400 && error.status < 500

/** Resolves as the next bid is sent. */
export const untilBidIsSent = ({ waiting }: BidMarket): Promise<void> => new Promise((resolve) => waiting.add(resolve))

/** The vault accepts the best bid of each auction that has ended. */
export async function takeEnded(market: BidMarket, isOver: AbortSignal): Promise<void> {
  while (!isOver.aborted) {
    for (const auction of market.auctions)
      if (Date.now() > auction.ends_at && !market.taken.has(auction.id)) await takeBest(market, auction).catch(() => undefined)
    await delay(LOOK_MS)
  }
}

async function takeBest({ vault: { quick }, taken }: BidMarket, { id }: AuctionView): Promise<void> {
  const { bids } = await quick.call(calls.listAuctionBids, { params: { id } })
  const [bid] = bids.filter(({ state }) => state === 'OPEN')
  if (bid === undefined) return
  const one: Taken = { bid }
  taken.set(id, one)
  await take(quick, id, one)
}

/** From then until a bid was acknowledged that was sent afterwards. Undefined if none was. */
export function bidServedAfterMs({ bidders }: BidMarket, sinceMs: number): number | undefined {
  const times = bidders.flatMap(({ sent }) =>
    sent.flatMap(({ sentAtMs, answered }) => (answered !== undefined && sentAtMs > sinceMs ? [answered.atMs - sinceMs] : [])),
  )
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Finds the outcome of each call that had no response, and compares. */
export async function compareBids(market: BidMarket): Promise<void> {
  const { bidders, vault, taken } = market
  for (const bidder of bidders) await repeatUnanswered(bidder)
  for (const [id, one] of taken) if (one.trade === undefined) await untilAnswered(() => take(vault.patient, id, one))
  await untilAgreed(market)
  const [first, second] = bidders
  const wrong = [
    ...[...first!.received.keys()].filter((id) => second!.received.has(id)).map((id) => `both bidders received bid ${id}`),
    ...[...vault.received.keys()].map((id) => `the vault received bid ${id}`),
  ]
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  await settleTaken(market)
}

async function repeatUnanswered({ patient, sent }: Bidder): Promise<void> {
  for (const one of sent) {
    if (one.answered === undefined && one.isRefused === undefined) {
      one.isSentAgain = true
      await untilAnswered(() => place(patient, one))
    }
    if (one.cancel === 'SENT') await untilAnswered(() => cancel(patient, one))
  }
}

type Taken = { readonly bid: VaultBidView; trade?: VaultTradeView }

/** The first attempt has accepted the bid or this one does, and the answer is the same (rulebook 9.4). */
async function take(client: Client, auction: number, one: Taken): Promise<void> {
  const request = { params: { id: auction }, body: { quote_id: one.bid.id }, idempotencyKey: `take-${one.bid.id}` }
  one.trade = await client.call(calls.takeBid, request)
}

async function untilAgreed(market: BidMarket): Promise<void> {
  const until = Date.now() + AGREE_WITHIN_MS
  for (;;) {
    const wrong = await differences(market)
    if (wrong.length === 0) return
    if (Date.now() > until) throw new Error(`bids do not agree with the server:\n${wrong.join('\n')}`)
    await delay(LOOK_MS)
  }
}

async function differences(market: BidMarket): Promise<readonly string[]> {
  const listed = await Promise.all(market.bidders.map(({ patient }) => everyBid(patient)))
  const ofBidders = market.bidders.flatMap(({ ticker, sent, received, socket }, place) => {
    const bids = listed[place]!
    const states = new Map(bids.map(({ id, state }) => [id, state]))
    const isSo = (id: number, state: string) => (state === MISSED ? states.get(id) !== 'OPEN' : states.get(id) === state)
    return [
      ...(socket.state() === 'OPEN' ? [] : ['not connected']),
      ...wrongBids(sent, bids),
      ...[...received]
        .filter(([id, state]) => !isSo(id, state))
        .map(([id, state]) => `bid ${id} is ${states.get(id)}, and was received as ${state}`),
      ...bids.filter(({ id, state }) => state === 'OPEN' && !received.has(id)).map(({ id }) => `bid ${id} was not received`),
    ].map((text) => `${ticker}: ${text}`)
  })
  return [...ofBidders, ...(await wrongTrades(market, listed.flat()))]
}

async function everyBid(client: Client): Promise<readonly VaultBidView[]> {
  const bids: VaultBidView[] = []
  for await (const page of client.pages(calls.listBids, { query: { page_size: 1_000 } })) bids.push(...page.results)
  return bids
}

/** An auction has one award, and its vault read exactly the bids that were open at its close. */
async function wrongTrades({ vault, taken }: BidMarket, bids: readonly VaultBidView[]): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const [id, { bid, trade }] of taken) {
    const { results } = await vault.patient.call(calls.listBidTrades, { query: { rfq_id: id } })
    if (results.length !== 1 || results[0]!.id !== trade?.id) wrong.push(`auction ${id} has ${results.length} trades`)
    const book = (await vault.patient.call(calls.listAuctionBids, { params: { id } })).bids.map((one) => one.id).toSorted()
    const open = bids
      .filter(({ rfq_id, state }) => rfq_id === id && state !== 'CANCELED')
      .map((one) => one.id)
      .toSorted()
    if (book.join() !== open.join() || !open.includes(bid.id)) wrong.push(`auction ${id} shows bids ${book.join()} of ${open.join()}`)
  }
  return wrong
}

/** The vault sends the settlement of each trade once. */
async function settleTaken({ place, vault: { patient }, taken }: BidMarket): Promise<void> {
  for (const one of taken.values()) {
    const trade = await patient.call(calls.getBidTrade, { params: { id: one.trade!.id } })
    if (trade.status !== 'PENDING' || trade.transaction_id !== null) continue
    const { transaction_id } = await atChain<{ transaction_id: string }>(place, {
      order: 'SETTLE',
      swap_id: one.bid.swap_id,
      bids: [one.bid],
    })
    const body = { status: 'COMPLETED', transaction_id } as const
    await untilAnswered(() => patient.call(calls.reportTrade, { params: { id: trade.id }, body }))
  }
}

export type ComparedBids = { readonly bids: number; readonly sales: number }

/** In the end: each sale is confirmed on the chain, and everything that was acknowledged is there. */
export async function compareAllBids(market: BidMarket): Promise<ComparedBids> {
  const { bidders, vault, taken } = market
  const until = Date.now() + SETTLED_WITHIN_MS
  for (const { trade } of taken.values())
    while ((await vault.patient.call(calls.getBidTrade, { params: { id: trade!.id } })).status !== 'COMPLETED') {
      if (Date.now() > until) throw new Error(`trade ${trade!.id} of an auction was not confirmed`)
      await delay(LOOK_MS)
    }
  await untilAgreed(market)
  for (const { socket } of [...bidders, vault]) socket.close()
  return { bids: bidders.flatMap(({ sent }) => sent.filter(({ answered }) => answered !== undefined)).length, sales: taken.size }
}

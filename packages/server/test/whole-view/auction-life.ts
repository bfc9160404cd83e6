/** Runs a day of auctions on a server with its own database and a simulated chain, and records everything that each viewer sees. */
import type { BidPricingView, VaultBidView, VaultBookView } from '@parley/contracts'
import {
  bodyOf,
  CONFIRMATIONS,
  openAuctionProduct,
  settled,
  signatureOf,
  signedBid,
  type AuctionProduct,
  type Bidder,
} from '../auction-product.ts'
import { openTestDatabase } from '../database.ts'
import type { ObjectAnswer } from '../desk.ts'
import { createTestVenue as createListing, otherVenues } from '../market-venue.ts'
import { createPaperChain, SWAP } from '../paper-chain.ts'
import { createTestVenue as createSettling } from '../settlement-venue.ts'
import type { AuctionDay } from './auction-day.ts'
import {
  auctionNames,
  BY,
  LEARNS_AT_THE_END,
  vaultOf,
  VIEWERS,
  type AuctionName,
  type AuctionStep,
  type AuctionTicker,
  type Bid,
  type OnChain,
  type Opening,
} from './auction-step.ts'
import { openOperatorView, type OperatorView } from './operator-view.ts'
import { peopleOf, type Senders } from './people.ts'
import { openViewer, type Named, type Viewer } from './viewer.ts'

export type AuctionLife = {
  /** Everything that each desk and the operator saw. */
  readonly seen: ReadonlyMap<string, readonly string[]>
  /** The number of secret steps that were carried out. */
  readonly secrets: number
  /** The number of bids that the vaults can read after their auctions end. */
  readonly read: number
}

const NOON = 1_800_000_000_000
const EXPIRES_AT_SECONDS = 1_802_600_000n
/** The server closes sockets that are silent for longer. */
const HEARTBEAT_MS = 8_000
const LONGEST_STEP_MS = 400
/** Longer than the time in which a vault must decide. */
const DECIDED_WITHIN_MS = 3_700_000
/** The key that signs for two desks. */
const DELEGATE = '66'
const STRANGER = '77'

type World = {
  readonly product: AuctionProduct
  readonly day: AuctionDay
  readonly ids: Map<string, string>
  readonly offers: Map<string, number>
  readonly parties: Readonly<Record<AuctionTicker, Bidder>>
  readonly hash: { last: string }
  /** The starts and ends of the auctions. */
  readonly times: number[]
}

type Looking = {
  readonly includes: 'EVERYTHING' | 'NOTHING_SECRET'
  readonly people: ReadonlyMap<AuctionTicker, Senders>
  readonly viewers: readonly Viewer<AuctionTicker>[]
  readonly operator: OperatorView
}

/** An id that does not exist, used if this run did not create the object. */
const absent = (name: string): string => `1${name.replaceAll(/\D/g, '').padStart(14, '0')}`

/** Replaces the names of the day with ids. */
function withIds({ ids, offers, hash }: World, text: string): string {
  const domain = JSON.stringify({ chain_id: 31_337, verifying_contract: SWAP })
  const idOf = (name: string) => ids.get(name) ?? absent(name)
  return text
    .replaceAll('":domain"', domain)
    .replaceAll('":hash"', `"${hash.last}"`)
    .replaceAll(/":offer of (\w+)"/g, (_, name: string) => String(offers.get(name)))
    .replaceAll(/":(trade \d+|\d{1,4})"/g, (_, name: string) => idOf(name))
    .replaceAll(/:(trade \d+|first|second|third|fourth|fifth|\d{1,4})(?=\/)/g, (_, name: string) => idOf(name))
}

/** These calls cancel nothing. They make the server publish the starts and ends that are due, in every run at the same moment. */
async function sayTimes({ product, ids, parties }: World): Promise<void> {
  for (const name of auctionNames) if (ids.has(name)) await product.by(parties[BY], 'DELETE', `/v1/vrfq/rfqs/${ids.get(name)!}/`)
}

async function open({ product, parties, offers, times }: World, { auction, awards, startsInMs, endsInMs }: Opening): Promise<ObjectAnswer> {
  const { chain, desk } = product
  const vault = parties[vaultOf[auction]]
  const swap_id = Number(chain.sell(vault.wallet.address))
  offers.set(auction, swap_id)
  const { now } = desk.product.clock
  const domain = { chain_id: 31_337, verifying_contract: SWAP }
  const within = { ends_at: now + endsInMs, ...(startsInMs === 0 ? {} : { starts_at: now + startsInMs }) }
  times.push(...Object.values(within))
  return product.by(vault, 'POST', '/v1/vrfq/rfqs/', { venue: 'RBN', domain, swap_id, awards, ...within })
}

async function bid(world: World, as: AuctionTicker, asked: Bid): Promise<ObjectAnswer> {
  const priced = await priceAndSign(world, as, asked)
  return 'place' in priced ? priced.place() : priced
}

/** Sends two bids with the same nonce at the same moment. The server accepts one of them, and no other desk sees either. */
async function bidTwice(world: World, as: AuctionTicker, asked: Bid): Promise<ObjectAnswer> {
  const twins = [asked, { ...asked, price: asked.price === '2' ? '3' : '2' }]
  const signed = await Promise.all(twins.map((twin) => priceAndSign(world, as, twin)))
  const answers = await Promise.all(signed.map((one) => ('place' in one ? one.place() : one)))
  const refused = answers.filter(({ status }) => status >= 300)
  if (refused.length === 0) throw new Error('Two bids with one nonce were placed')
  if (refused.some(({ status }) => status >= 500)) throw new Error(`A bid failed: ${refused.map(({ text }) => text).join()}`)
  return answers.find(({ status }) => status < 300) ?? answers[0]!
}

async function priceAndSign(
  { product, parties, ids }: World,
  as: AuctionTicker,
  asked: Bid,
): Promise<ObjectAnswer | { readonly place: () => Promise<ObjectAnswer> }> {
  const path = `/v1/vrfq/rfqs/${ids.get(asked.auction)!}`
  const { price, nonce, quantity, signedBy } = asked
  const terms = { account: 'hot', price, nonce, ...(quantity === undefined ? {} : { quantity }) }
  const answer = await product.by(parties[as], 'POST', `${path}/pricing/`, { ...terms, use_delegated_wallet: signedBy === 'DELEGATE' })
  if (answer.status >= 300) return answer
  const priced = answer.json as unknown as BidPricingView
  const { chain } = product
  const signers = { WALLET: parties[as].wallet, DELEGATE: chain.walletOf(DELEGATE), NOBODY: chain.walletOf(STRANGER) }
  const signature = await signatureOf(signers[signedBy], priced)
  return { place: () => product.by(parties[as], 'POST', `${path}/quotes/`, { ...bodyOf(priced), signature }) }
}

async function doOnChain(world: World, vault: Bidder, { kind, auction, bid: name, trade, until }: OnChain): Promise<void> {
  const { product, ids, offers, hash } = world
  const { chain } = product
  const { json } = await product.by(vault, 'GET', `/v1/vrfq/quotes/${ids.get(name)!}/`)
  const taken = signedBid(json as unknown as VaultBidView)
  const swapId = BigInt(offers.get(auction)!)
  switch (kind) {
    case 'SETTLE':
      hash.last = await chain.settle(swapId, [taken])
      break
    case 'REVERT':
      chain.fund(taken.signerWallet, 0n)
      hash.last = await chain.settle(swapId, [taken])
      chain.fund(taken.signerWallet, 1_000_000_000n)
      break
    case 'CONFIRM':
      chain.mine(CONFIRMATIONS)
      break
    case 'UNDO':
      chain.undo(CONFIRMATIONS + 1)
      break
  }
  const found = await settled(product, vault, Number(ids.get(trade)!), until)
  if (found.settlement !== until) throw new Error(`${trade} is ${found.settlement}, not ${until}`)
}

/** Returns the response if the step was a request. */
async function carryOut(world: World, step: AuctionStep): Promise<ObjectAnswer | undefined> {
  switch (step.kind) {
    case 'OPEN':
      return open(world, step)
    case 'BID':
      return step.isSecret ? bidTwice(world, step.as, step) : bid(world, step.as, step)
    case 'CALL': {
      const body = step.body && (JSON.parse(withIds(world, JSON.stringify(step.body))) as object)
      return world.product.by(world.parties[step.as], step.method, withIds(world, step.path), body)
    }
    case 'SETTLE':
    case 'REVERT':
    case 'CONFIRM':
    case 'UNDO':
      await doOnChain(world, world.parties[step.as], step)
      return undefined
  }
}

const wordsOf = (step: AuctionStep): string =>
  step.kind === 'CALL' ? `${step.method} ${step.path}` : `${step.kind} ${step.makes ?? step.kind}`

/** Every object that the day can create, with its id, or with an id that does not exist if this run did not create it. */
const namedOf = ({ day, ids }: World): readonly Named[] =>
  [...day.running, ...day.decided.flatMap(({ steps }) => steps)].flatMap((step): readonly Named[] => {
    if (step.makes === undefined) return []
    const kind = step.kind === 'OPEN' ? 'auction' : step.kind === 'BID' ? 'bid' : 'bidTrade'
    return [{ name: step.makes, id: ids.get(step.makes) ?? absent(step.makes), kind, isSecret: step.isSecret }]
  })

class Day {
  readonly #world: World
  readonly #looking: Looking
  /** Viewers with open sockets. */
  #watching: readonly Viewer<AuctionTicker>[]
  /** The number of secret bids that were accepted. */
  secrets = 0

  constructor(world: World, looking: Looking) {
    this.#world = world
    this.#looking = looking
    this.#watching = looking.viewers
  }

  async do(step: AuctionStep): Promise<void> {
    await this.pass(step.afterMs)
    if (step.isSecret && this.#looking.includes === 'NOTHING_SECRET') return
    const answer = await carryOut(this.#world, step)
    const made = (answer?.json as { readonly id?: number } | undefined)?.id
    const isMade = step.makes !== undefined && answer !== undefined && answer.status < 300
    if (isMade) this.#world.ids.set(step.makes, String(made))
    if (step.isSecret) {
      if (isMade) this.secrets += 1
      return
    }
    if (isMade) for (const viewer of this.#looking.viewers) viewer.know({ name: step.makes, id: String(made) })
    if (answer !== undefined) this.#watching.find(({ desk }) => desk === step.as)?.keep(wordsOf(step), answer)
    for (const viewer of this.#watching) await viewer.settled()
  }

  async pass(ms: number): Promise<void> {
    const { clock } = this.#world.product.desk.product
    let left = ms
    do {
      const passed = this.#watching.length === 0 ? left : Math.min(left, HEARTBEAT_MS)
      const before = clock.now
      clock.now += passed
      left -= passed
      const isDue = passed > LONGEST_STEP_MS || this.#world.times.some((at) => at > before && at <= clock.now)
      if (isDue) await sayTimes(this.#world)
      if (isDue) for (const viewer of this.#watching) await viewer.settled()
    } while (left > 0)
  }

  /** Viewers read everything in these roles, and so does the operator. */
  async look(roles: readonly (keyof Senders)[]): Promise<void> {
    for (const viewer of this.#watching) {
      await this.#read(viewer, roles)
      await viewer.readChannels(namedOf(this.#world))
    }
    await this.#looking.operator.look()
  }

  #read(viewer: Viewer<AuctionTicker>, roles: readonly (keyof Senders)[]): Promise<void> {
    const people = this.#looking.people.get(viewer.desk)!
    return viewer.readAll(namedOf(this.#world), Object.fromEntries(roles.map((role) => [role, people[role]])))
  }

  /** Viewers close their sockets. */
  async leave(isOf: (desk: AuctionTicker) => boolean = () => true): Promise<void> {
    for (const viewer of this.#watching) if (isOf(viewer.desk)) await viewer.end(namedOf(this.#world))
    this.#watching = this.#watching.filter(({ desk }) => !isOf(desk))
  }

  /** Reads what the lists still contain after all viewers have left. */
  async lookAgain(isOf: (desk: AuctionTicker) => boolean): Promise<void> {
    const { viewers, operator } = this.#looking
    for (const viewer of viewers) if (isOf(viewer.desk)) await this.#read(viewer, ['key'])
    await operator.look()
  }
}

const often = { most: 100_000, withinMs: 1_000 }

async function openWorld(databaseUrl: string, day: AuctionDay): Promise<World> {
  const clock = { now: () => NOON }
  const now = () => clock.now()
  const { readHoldings, readBlocks } = createSettling(now).venue
  // Venues are always connected here, because the server measures their silence by the real clock.
  const health = () => ({ state: 'CONNECTED', lastMessageAt: now() }) as const
  const venues = [{ ...createListing('DBT', [], now), readHoldings, readBlocks }, ...otherVenues(now)].map((venue) => ({
    ...venue,
    health,
  }))
  // Everything is read at one time of the clock, which would exceed the usual rates.
  const rates = { requestsPerDesk: often, chainCallsPerDesk: often }
  const product = await openAuctionProduct(databaseUrl, createPaperChain(EXPIRES_AT_SECONDS), { venues, rates })
  clock.now = () => product.desk.product.clock.now
  await product.desk.product.server.operator.setFeatureFlag('feature_vaults', 'on', [...new Set(Object.values(vaultOf))])
  const { vault: VAUL, kest: KEST, lark: LARK, orry: ORRY, merl: MERL, chain } = product
  for (const { wallet } of [KEST, MERL]) chain.authorize(wallet.address, chain.walletOf(DELEGATE).address)
  return { product, day, ids: new Map(), offers: new Map(), parties: { VAUL, KEST, LARK, ORRY, MERL }, hash: { last: '' }, times: [] }
}

async function openLooking({ product, parties }: World, databaseUrl: string, includes: Looking['includes']): Promise<Looking> {
  const { product: running } = product.desk
  const viewed = { product: running, keyOf: (desk: AuctionTicker) => parties[desk].key }
  const as = (desk: AuctionTicker, method: string, path: string) => running.signed(method, path, '', parties[desk].key)
  const pass = (ms: number) => void (running.clock.now += ms)
  const people = new Map<AuctionTicker, Senders>()
  for (const desk of VIEWERS) people.set(desk, await peopleOf({ product: running, as, pass }, desk))
  const viewers: Viewer<AuctionTicker>[] = []
  for (const desk of VIEWERS) viewers.push(await openViewer(viewed, desk))
  return { includes, people, viewers, operator: openOperatorView(running, databaseUrl) }
}

/** The number of bids that its vault can read in an auction. */
async function readBy({ product, parties, ids }: World, auction: AuctionName): Promise<number> {
  const { json } = await product.by(parties[vaultOf[auction]], 'GET', `/v1/vrfq/rfqs/${ids.get(auction)!}/quotes/`)
  return (json as unknown as VaultBookView).bids.length
}

export async function liveAuctions(day: AuctionDay, includes: Looking['includes']): Promise<AuctionLife> {
  const database = await openTestDatabase()
  const world = await openWorld(database.url, day)
  const { product, ids } = world
  try {
    const looking = await openLooking(world, database.url, includes)
    const lived = new Day(world, looking)
    for (const step of day.running) await lived.do(step)
    await lived.look(['key', 'viewer', 'administrator'])
    const mayLearn = (desk: AuctionTicker) => desk === LEARNS_AT_THE_END
    await lived.leave(mayLearn)
    let read = 0
    for (const { auction, steps } of day.decided) {
      const { json } = await product.by(world.parties[vaultOf[auction]], 'GET', `/v1/vrfq/rfqs/${ids.get(auction)!}/`)
      await lived.pass(Math.max(Number(json['ends_at']) - product.desk.product.clock.now, 0))
      read += await readBy(world, auction)
      for (const step of steps) await lived.do(step)
    }
    await lived.look(['administrator'])
    await lived.leave()
    await lived.pass(DECIDED_WITHIN_MS)
    await lived.lookAgain((desk) => !mayLearn(desk))
    const seen = new Map<string, readonly string[]>(looking.viewers.map(({ desk, seen: lines }) => [desk, lines]))
    return { seen: seen.set('the operator', looking.operator.seen), secrets: lived.secrets, read }
  } finally {
    await product.close()
    await database.close()
  }
}

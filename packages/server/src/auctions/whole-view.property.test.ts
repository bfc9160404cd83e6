/**
 * A whole view of random days of auctions, with and without bids that a reader must not see. Steps overlap: the chain is read for a bid, other steps
 * follow, and the bid is decided afterwards. Messages, channels, lists and a reader's own responses must be identical. PARLEY_SEED=<seed> repeats a
 * failure, and PARLEY_AUCTIONS=<n> sets the number of days.
 */
import {
  bidDigest,
  bidsReadBy,
  contractOf,
  isRefusal,
  nextEventAt,
  OPTION_DECIMALS,
  sellAmountOf,
  standingBids,
  type Address,
  type AskedBid,
  type Auction,
  type AuctionCommand,
  type AuctionId,
  type BidId,
  type BidTradeId,
  type DeskId,
  type Instant,
  type UserId,
} from '@parley/core'
import { describe, expect, it } from 'vitest'
import { callerOf } from '../../test/direct-market.ts'
import { chanceFrom, type Chance } from '../../test/trading-day/chance.ts'
import { expectSameViews } from '../../test/whole-view/same-views.ts'
import type { NotificationChannel } from '../calls/channel.ts'
import type { Message } from '../engine/engine.ts'
import { auctionChannels } from './channels.ts'
import { auctionMachine } from './machine.ts'
import { presentAuction, presentBid, presentTrade } from './present.ts'
import { createAuctionProjector } from './projector.ts'

const DAYS = Number(process.env['PARLEY_AUCTIONS'] ?? 20)
const SEED = Number(process.env['PARLEY_SEED'] ?? Date.now() % 1_000_000)
const NOON = 1_800_000_000_000
const STEPS = 40
const OPTION = 10n ** BigInt(OPTION_DECIMALS)
const HOUR = 3_600_000
const [VAUL, KEST, ORRY, LARK, MERL] = ['VAUL', 'KEST', 'ORRY', 'LARK', 'MERL'] as [DeskId, DeskId, DeskId, DeskId, DeskId]
const auctions = [1, 2, 3] as AuctionId[]

const walletOf = (desk: string): Address => `0x${Buffer.from(desk).toString('hex').padStart(40, '0')}`
const domain = { name: 'RIBBON SWAP', version: '1', chainId: 31_337n, verifyingContract: walletOf('swap') }

/** A partly sold auction ends when no bid is left that fits, so bids that remain are public then: such days have one award for each auction. */
const opening = (place: number, { remains }: Secret): AuctionCommand => ({
  kind: 'OpenAuction',
  asked: {
    ...{ seller: VAUL, domain: { chainId: domain.chainId, verifyingContract: domain.verifyingContract }, swapId: BigInt(place) },
    ...{ quantity: undefined, awards: place === 2 && !remains ? 'SEVERAL' : 'ONE' },
    startsAt: place === 3 ? ((NOON + 5_000) as Instant) : undefined,
    endsAt: (NOON + 30_000 + place * 10_000) as Instant,
  },
  reading: {
    domain,
    offer: {
      seller: walletOf('VAUL'),
      option: {
        ...{ address: walletOf('option'), underlying: 'ETH', collateral: 'WETH', kind: 'CALL', strike: 4_000n * OPTION },
        expiresAt: (NOON + 100 * HOUR) as Instant,
      },
      token: { address: walletOf('USDC'), symbol: 'USDC', decimals: 6 },
      ...{ leastPrice: 1_000_000n, leastSize: OPTION, availableSize: 10n * OPTION },
    },
    wallets: [walletOf('VAUL')],
    referrer: walletOf(''),
  },
})

/** A bid whose chain reading was taken when the step began. It is decided some steps later. */
type BidStep = { readonly kind: 'BID'; readonly auction: AuctionId; readonly id: number; readonly price: bigint; readonly options: bigint; readonly nonce: number; readonly after: number } // prettier-ignore
type DirectStep = { readonly kind: 'COMMAND'; readonly command: (day: Day) => AuctionCommand | undefined }
type Step = (BidStep | DirectStep) & { readonly by: DeskId; readonly isSecret: boolean; readonly at: number }

type Secret = { readonly title: string; readonly viewers: readonly DeskId[]; readonly remains: boolean }
const secrets: readonly Secret[] = [
  { title: '19.8 bids that are cancelled before the end, from everybody for good', viewers: [VAUL, KEST, ORRY, LARK], remains: false },
  { title: '19.8 bids that remain, from other bidders for good and from their vault until the end', viewers: [KEST, ORRY, LARK], remains: true }, // prettier-ignore
]

const digests = new WeakMap<BidStep, AskedBid['digest']>()
const askedOf = (by: DeskId, step: BidStep): AskedBid => {
  const { id, price, options, nonce, auction } = step
  const buyAmount = options * OPTION
  const fields = { swapId: BigInt(auction), nonce: BigInt(nonce), signerWallet: walletOf(by), sellAmount: sellAmountOf(price, buyAmount), buyAmount, referrer: walletOf('') } // prettier-ignore
  const digest = digests.get(step) ?? bidDigest(domain, fields)
  digests.set(step, digest)
  return {
    ...fields,
    ...{ id: id as BidId, desk: by, user: `u_${by}` as UserId, via: `k_${by}`, account: 'hot', wallet: walletOf(by), price },
    ...{ digest, signature: String(id).padStart(130, '0') },
  }
}

const bidBy = (by: DeskId, chance: Chance, n: number, least: number): BidStep & { readonly by: DeskId } => {
  const auction = chance.oneOf(auctions)
  const options = auction === 2 ? BigInt(1 + chance.below(10)) : 10n
  // Some repeat a nonce of their own, also while the first bid with it is still on its way.
  const nonce = (by === MERL ? 10_000 : by === KEST ? 20_000 : 30_000) + n - (chance.happens(0.15) ? chance.below(3) : 0)
  return { kind: 'BID', by, auction, id: n, price: BigInt(least + chance.below(3)) * 1_000_000n, options, nonce, after: chance.below(4) }
}

const ownBid = (day: Day, by: DeskId, place: number): { readonly auction: AuctionId; readonly bid: BidId } | undefined => {
  const own = day.all().flatMap((auction) => standingBids(auction).filter(({ desk }) => desk === by).map(({ id }) => ({ auction: auction.id, bid: id }))) // prettier-ignore
  return own.length === 0 ? undefined : own[place % own.length]
}
const cancelBy = (by: DeskId, place: number): DirectStep => ({
  kind: 'COMMAND',
  command: (day) => {
    const own = ownBid(day, by, place)
    return own && { kind: 'CancelBid', desk: by, ...own }
  },
})
const recallOf = (desk: DeskId): DirectStep => ({ kind: 'COMMAND', command: () => ({ kind: 'RecallBids', desk }) })

/** The vault accepts the best bid of the other two desks, which are always better than a secret one, and the chain settles or reverts it. */
const sellBest = (auction: AuctionId, trade: number): DirectStep => ({
  kind: 'COMMAND',
  command: (day) => {
    const [best] = standingBids(day.auction(auction)).filter(({ desk }) => desk !== MERL).toSorted((a, b) => Number(b.price - a.price) || a.at - b.at) // prettier-ignore
    if (best === undefined) return undefined
    const asked = { desk: VAUL, bid: best.id, trade: trade as BidTradeId, clientOrderId: undefined }
    return { kind: 'TakeBid', auction, asked, checks: new Map() }
  },
})
const onChain = (auction: AuctionId, step: 'SeeSwap' | 'Confirm'): DirectStep => ({
  kind: 'COMMAND',
  command: (day) => {
    const trade = [...day.auction(auction).trades.keys()].at(-1)
    return trade === undefined ? undefined : { kind: 'FollowChain', auction, trade, step, facts: { transaction: '0xaa', block: 7 } }
  },
})

function stepsOf(chance: Chance, { remains }: Secret): readonly Step[] {
  const steps: Step[] = []
  let at = NOON
  for (let n = 1; n <= STEPS; n += 1) {
    at = Math.min(at + chance.below(3) * chance.below(900), NOON + 38_000)
    const isSecret = chance.happens(0.4)
    const by = isSecret ? MERL : chance.oneOf([KEST, ORRY])
    const what = chance.below(10)
    const act = what < 7 ? bidBy(by, chance, n, isSecret ? 1 : 4) : what < 9 ? { ...cancelBy(by, chance.below(8)), by } : { ...recallOf(by), by } // prettier-ignore
    steps.push({ ...act, isSecret, at })
  }
  // Every auction has a public bid at its end, whatever was cancelled before. It and the last cancellation follow the bids that are on their way.
  for (const auction of auctions)
    for (let place = 0; place < 5; place += 1) {
      const last: BidStep = { kind: 'BID', auction, id: 100 + auction * 10 + place, price: 8_000_000n, options: 10n, nonce: 40_000 + auction * 10 + place, after: 0 } // prettier-ignore
      steps.push({ ...last, by: KEST, isSecret: false, at })
    }
  if (!remains) steps.push({ ...recallOf(MERL), by: MERL, isSecret: true, at: at + 1 })
  const cancelled: DirectStep = { kind: 'COMMAND', command: () => ({ kind: 'CancelAuction', auction: 3 as AuctionId, desk: VAUL }) }
  if (chance.happens(0.5)) steps.push({ ...cancelled, by: VAUL, isSecret: false, at: at + 2 })
  for (const auction of auctions) {
    const end = NOON + 30_000 + auction * 10_000
    const sale = [sellBest(auction, 900 + auction), onChain(auction, 'SeeSwap'), onChain(auction, 'Confirm')]
    for (const [place, act] of sale.entries()) steps.push({ ...act, by: VAUL, isSecret: false, at: end + 1 + place })
  }
  return steps.toSorted((a, b) => a.at - b.at)
}

type Day = ReturnType<typeof createDay>

/** The machine, the projector and the channels of the server, and a reader of everything. */
function createDay() {
  const state = auctionMachine.initial()
  const projector = createAuctionProjector({ vault: { seal: () => Buffer.alloc(0) }, depth: () => ({ newestBlock: 8n, needed: 3 }) })
  const sent: Message[] = []
  let now = NOON as Instant
  const all = (): readonly Auction[] => [...state.known.values()].map(({ auction }) => auction)
  const live = () => all().filter((auction) => nextEventAt(auction) !== undefined)
  const channels = auctionChannels({ engine: { live }, now: () => now } as unknown as Parameters<typeof auctionChannels>[0])
  const snapshot = (of: 'rfq' | 'quote', desk: DeskId) =>
    (channels.find(({ name }) => name === of) as NotificationChannel).snapshot(callerOf(desk))
  const decide = (command: AuctionCommand, at: Instant): string => {
    const events = auctionMachine.decide(state, command, at)
    if (isRefusal(events)) return `${events.refused} ${events.rule} ${events.message}`
    const changes = events.map((event) => auctionMachine.evolve(state, event))
    sent.push(...projector.project({ shard: { name: 'auctions', group: 9 }, decision: 1, seq: 1, at, events, changes }).notifications)
    return events.length === 0 ? 'nothing changed' : 'taken'
  }
  const pass = (to: Instant) => {
    for (let due = auctionMachine.due(state, to); due !== undefined; due = auctionMachine.due(state, to)) decide(due, to)
  }
  return {
    ...{ sent, all },
    auction: (id: AuctionId) => state.known.get(id)!.auction,
    /** As the engine does: a secret command publishes nothing that is due. */
    give(command: AuctionCommand, at: number): string {
      now = at as Instant
      if (auctionMachine.isSecret?.(command) !== true) pass(now)
      return decide(command, now)
    },
    pass(to: number) {
      now = to as Instant
      pass(now)
    },
    read(by: DeskId, step: BidStep, readAt: number): AuctionCommand {
      const asked = askedOf(by, step)
      const key = `${contractOf({ domain })}:${walletOf(by)}:${step.nonce}`
      const reading = {
        ...{ readAt: readAt as Instant, signatory: walletOf(by), delegate: undefined, isNonceUsed: false },
        ...{ isNonceKnown: state.nonces.has(key), availableSize: 10n * OPTION, leastSize: OPTION, leastPrice: 1_000_000n },
        ...{ allowance: 10n ** 18n, balance: 10n ** 18n },
      }
      return { kind: 'PlaceBid', auction: step.auction, asked, reading }
    },
    /** The reads that are the same for every desk. */
    readByAll: async (): Promise<object> => ({
      list: await snapshot('rfq', LARK),
      auctions: all().map((auction) => presentAuction(auction, now)),
    }),
    /** The reads of this desk alone. */
    async readBy(desk: DeskId): Promise<object> {
      return {
        list: await snapshot('quote', desk),
        bids: all().flatMap((auction) => bidsReadBy(auction, desk, now).map((bid) => presentBid(auction, bid, desk))),
        trades: all().flatMap((auction) =>
          [...auction.trades.values()]
            .filter((trade) => auction.seller === desk || auction.bids.get(trade.bid)!.desk === desk)
            .map((trade) => presentTrade(auction, trade, desk, { newestBlock: 8n, needed: 3 })),
        ),
      }
    },
  }
}

const text = (value: unknown): string => JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one))

type Lived = { readonly views: readonly string[]; readonly secrets: number; readonly trades: number }

async function livedThrough(steps: readonly Step[], secret: Secret, includes: 'EVERYTHING' | 'NOTHING_SECRET'): Promise<Lived> {
  const day = createDay()
  const views: string[] = []
  const answers: string[] = []
  let secretBids = 0
  auctions.forEach((id) => day.give(opening(id, secret), NOON))
  // Each bid waits for the chain, while later steps are carried out.
  const waiting: { readonly command: AuctionCommand; readonly step: Step; readonly until: number }[] = []
  const answered = ({ by, isSecret, kind }: Step, answer: string) => {
    if (!isSecret) answers.push(`${by} ${kind} ${answer}`)
    else if (kind === 'BID' && answer === 'taken') secretBids += 1
  }
  const look = async (at: number, isWhole: boolean) => {
    const latest = day.sent.splice(0)
    // Messages are compared at every step, and everything that can be read at every fourth one.
    const reads = isWhole ? (desk: DeskId) => day.readBy(desk) : () => undefined
    views.push(text({ at, ...(isWhole ? await day.readByAll() : {}) }))
    for (const viewer of secret.viewers) {
      const messages = latest.filter(({ audience }) => audience === 'everybody' || audience === `desk:${viewer}`)
      const own = answers.filter((answer) => answer.startsWith(viewer))
      views.push(text({ at, viewer, own, messages, ...(await reads(viewer)) }))
    }
  }
  for (const [place, step] of steps.entries()) {
    const { at } = step
    if (!step.isSecret) day.pass(at)
    for (const late of waiting.filter(({ until }) => until === place)) answered(late.step, day.give(late.command, at))
    if (!step.isSecret || includes === 'EVERYTHING') {
      if (step.kind === 'BID') waiting.push({ command: day.read(step.by, step, at), step, until: place + step.after + 1 })
      else {
        const command = step.command(day)
        answered(step, command === undefined ? 'nothing' : day.give(command, at))
      }
    }
    if (!step.isSecret) await look(at, place % 4 === 0 || step.by === VAUL)
  }
  const trades = day.all().reduce((sum, auction) => sum + auction.trades.size, 0)
  day.pass(NOON + 2 * HOUR)
  await look(NOON + 2 * HOUR, true)
  return { views, secrets: secretBids, trades }
}

describe('19.8 a whole view of auctions with overlapping bids is the same with and without', () => {
  it.each(secrets.map((secret) => [secret.title, secret] as const))('%s', { timeout: 60_000 + DAYS * 1_000 }, async (_title, secret) => {
    let [kept, trades] = [0, 0]
    for (let day = 0; day < DAYS; day += 1) {
      const steps = stepsOf(chanceFrom(SEED + day), secret)
      const whole = await livedThrough(steps, secret, 'EVERYTHING')
      const without = await livedThrough(steps, secret, 'NOTHING_SECRET')
      expectSameViews(whole.views, without.views, `PARLEY_SEED=${SEED + day} PARLEY_AUCTIONS=1`)
      kept += whole.secrets
      trades += whole.trades
    }
    expect(kept).toBeGreaterThan(DAYS)
    expect(trades).toBeGreaterThan(DAYS / 2)
  })
})

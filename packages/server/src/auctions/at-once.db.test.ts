/**
 * Bids, stops and failing commits at the same time: in any order, a nonce is used only once, and a bidder who may no longer bid has no bid (rulebook
 * 19.4, 19.7).
 */
import { vaultCalls, type AuctionView, type VaultBidView, type VaultTradeView } from '@parley/contracts'
import { isRefusal, type DeskId, type Refusal, type UserId } from '@parley/core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { eventually } from '../../test/desk.ts'
import { callerOf, KEST, LARK, openWorld, ORRY, type World } from '../../test/direct-market.ts'
import { createTestVenue } from '../../test/settlement-venue.ts'
import { openSocketAuctions, type SocketAuctions } from '../../test/socket-auctions.ts'
import type { NotificationChannel } from '../calls/channel.ts'
import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import type { Fault } from '../engine/journal.ts'

const database = withTestDatabase()
const now = () => 1_800_000_000_000
let world: World
let auctions: SocketAuctions
beforeAll(async () => {
  world = await openWorld(database.sql, createTestVenue(now).venue, now)
  auctions = await openSocketAuctions({ sql: database.sql, engine: world.engine, now }, [ORRY, KEST, LARK])
})
afterAll(async () => {
  await auctions.close()
  await world.close()
})

/** A vault can have at most fifty auctions at a time. */
const cancel = (id: number) => auctions.askOrRefuse(ORRY, vaultCalls.cancelAuction, { id })
afterEach(async () => {
  for (const id of await listed()) await onceItServes(() => cancel(id))
})
/** Time has passed since it started: no two decisions have the same millisecond. */
const open = async (more?: object): Promise<AuctionView> => {
  const auction = await onceItServes(() => auctions.open(more))
  auctions.clock.aheadMs += 10
  return auction
}
/** After a failed commit the engine reads its journal, and accepts no command until that is done. */
async function onceItServes<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const answered = await eventually(
    () => work().then((answer) => ({ answer }), (error: unknown) => ({ error })), // prettier-ignore
    (outcome) => 'answer' in outcome || !(outcome.error instanceof EngineUnavailable),
  )
  if ('error' in answered) throw answered.error
  return answered.answer
}

const place = (by: DeskId, { id }: AuctionView, body: object) => auctions.askOrRefuse<VaultBidView>(by, vaultCalls.createBid, { id }, body)
/** The auctions in the channel's list. */
const listed = async (): Promise<readonly number[]> => {
  const [channel] = auctions.channels.filter((one) => one.kind === 'notifications' && one.name === 'rfq') as NotificationChannel[]
  const list = await channel!.snapshot(callerOf(LARK))
  return (list as readonly { readonly rfq: AuctionView }[]).map(({ rfq }) => rfq.id)
}
const openBids = async (by: DeskId, auction: AuctionView): Promise<number> => {
  const own = await auctions.ask<{ results: readonly VaultBidView[] }>(by, vaultCalls.listBids, {})
  return own.results.filter(({ rfq_id, state }) => rfq_id === auction.id && state === 'OPEN').length
}
const noOpenBid = (by: DeskId, auction: AuctionView) =>
  eventually(
    () => openBids(by, auction),
    (count) => count === 0,
  )

type Whom = { readonly desk: DeskId; readonly user?: UserId }
const market = 'DBT-BTC'
const stop = async (whom: Whom): Promise<void> => void (await world.engine.submit(market, { kind: 'StopTrading', by: 'boss', ...whom }))
const allow = async (whom: Whom): Promise<void> => void (await world.engine.submit(market, { kind: 'AllowTrading', by: 'boss', ...whom }))

/** How a bidder loses the right to bid, and gets it back. */
type End = { readonly begin: () => Promise<void>; readonly undo: () => Promise<void>; readonly refused: string }
const key = callerOf(KEST)
const ends: Readonly<Record<string, End>> = {
  'its desk is stopped': { begin: () => stop({ desk: KEST }), undo: () => allow({ desk: KEST }), refused: 'TradingIsStopped' },
  'its person is stopped': {
    begin: () => stop({ desk: KEST, user: key.user }),
    undo: () => allow({ desk: KEST, user: key.user }),
    refused: 'TradingIsStopped',
  },
  'its person loses access': {
    begin: async () => {
      auctions.barred.add(KEST)
      auctions.part.barred({ desk: KEST, user: key.user })
    },
    undo: async () => void auctions.barred.delete(KEST),
    refused: 'AccessSuspended',
  },
  'the last socket of its key goes': {
    begin: () => auctions.part.cancellingToo(() => Promise.resolve())(key, now()),
    undo: () => Promise.resolve(),
    refused: 'OrderClosed',
  },
}

describe('19.7 two bids with one nonce at the same moment', () => {
  const atOnce = async (bids: readonly (() => Promise<VaultBidView | Refusal>)[]) => {
    const held = auctions.chain.hold(bids.length)
    const placed = bids.map((bid) => bid())
    await held.asked
    held.release()
    return Promise.all(placed)
  }

  it('19.7 19.8 one is placed, the other is refused, and the auction stays in the list', async () => {
    const auction = await open()
    const bodies = [
      await auctions.signedBy(KEST, auction, '2', { nonce: 501 }),
      await auctions.signedBy(KEST, auction, '3', { nonce: 501 }),
    ]
    const answers = await atOnce(bodies.map((body) => () => place(KEST, auction, body)))
    const [refused] = answers.filter((answer) => isRefusal(answer))
    expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(1)
    expect(refused).toMatchObject({ refused: 'BidRefusedByContract', rule: '19.7' })
    expect((refused as Refusal).message).toMatch(/^NONCE_ALREADY_USED: /)
    expect(await listed()).toContain(auction.id)
    expect(await openBids(KEST, auction)).toBe(1)
    await stop({ desk: KEST })
    await noOpenBid(KEST, auction)
    await allow({ desk: KEST })
  })

  it('19.7 also in two auctions', async () => {
    const both = [await open(), await open()]
    const bodies = await Promise.all(both.map((auction) => auctions.signedBy(KEST, auction, '2', { nonce: 502 })))
    const answers = await atOnce(both.map((auction, at) => () => place(KEST, auction, bodies[at]!)))
    expect(answers.filter((answer) => isRefusal(answer))).toMatchObject([{ rule: '19.7' }])
    for (const { id } of both) expect(await listed()).toContain(id)
  })

  it('19.7 the same signed bid twice is one bid', async () => {
    const auction = await open()
    const body = await auctions.signedBy(KEST, auction, '2')
    const [one, other] = (await atOnce([body, body].map((each) => () => place(KEST, auction, each)))) as VaultBidView[]
    expect(one!.id).toBe(other!.id)
    expect(await openBids(KEST, auction)).toBe(1)
  })
})

describe('19.4 a bid that is on its way', () => {
  it.each(Object.entries(ends))('19.4 11.6 is refused if %s before it is sent or while the chain answers', async (_how, end) => {
    const auction = await open()
    const body = await auctions.signedBy(KEST, auction, '2')
    const held = auctions.chain.hold()
    const placed = place(KEST, auction, body)
    await held.asked
    await end.begin()
    held.release()
    expect(await placed).toMatchObject({ refused: end.refused })
    expect(await openBids(KEST, auction)).toBe(0)
    // A key without sockets can make calls, which no closing socket cancels.
    if (end.refused !== 'OrderClosed') expect(await place(KEST, auction, body)).toMatchObject({ refused: end.refused })
    await end.undo()
    expect(await place(KEST, auction, body)).toMatchObject({ state: 'OPEN' })
    await end.begin()
    await noOpenBid(KEST, auction)
    await end.undo()
  })

  it.each(Object.entries(ends))('19.4 11.6 does not stand if %s at any turn of its way', async (_how, end) => {
    for (let delay = 0; delay < 12; delay++) {
      const auction = await open()
      const body = await auctions.signedBy(KEST, auction, '2')
      const placed = place(KEST, auction, body)
      for (let turn = 0; turn < delay; turn++) await new Promise((resolve) => setImmediate(resolve))
      await Promise.all([placed, end.begin()])
      await noOpenBid(KEST, auction)
      expect(await listed()).toContain(auction.id)
      await cancel(auction.id)
      await end.undo()
    }
  })

  it('19.6 is refused if the chain takes longer than a minute to answer', async () => {
    const auction = await open({ ends_at: now() + auctions.clock.aheadMs + 600_000 })
    const body = await auctions.signedBy(KEST, auction, '2')
    const held = auctions.chain.hold()
    const placed = place(KEST, auction, body)
    await held.asked
    auctions.clock.aheadMs += 60_001
    held.release()
    expect(await placed).toMatchObject({ refused: 'ChainSilent' })
    expect(await openBids(KEST, auction)).toBe(0)
  })
})

describe('19.4 a bidder who is out before the next start', () => {
  it('19.4 11.6 has no bid after it', async () => {
    const auction = await open()
    await auctions.bid(KEST, auction, '2')
    await auctions.bid(LARK, auction, '2')
    const { chain, clock } = auctions
    await auctions.close()
    await stop({ desk: KEST })
    auctions = await openSocketAuctions({ sql: database.sql, engine: world.engine, now, chain }, [ORRY, KEST, LARK])
    auctions.clock.aheadMs = clock.aheadMs
    await noOpenBid(KEST, auction)
    expect(await openBids(LARK, auction)).toBe(1)
    await allow({ desk: KEST })
  })
})

describe('19.4 a vault that is stopped while the chain answers', () => {
  const whileItAsks = async (work: () => Promise<unknown>): Promise<unknown> => {
    const held = auctions.chain.hold()
    const answer = work()
    await held.asked
    await stop({ desk: ORRY })
    held.release()
    return answer.catch((error: unknown) => error).finally(() => allow({ desk: ORRY }))
  }

  it('19.1 opens no auction', async () => {
    const before = await listed()
    expect(String(await whileItAsks(() => auctions.open()))).toContain('TradingIsStopped')
    expect(await listed()).toEqual(before)
  })

  it('19.10 takes no bid', async () => {
    const auction = await open()
    const { id: quote_id } = await auctions.bid(LARK, auction, '3')
    auctions.clock.aheadMs += 60_000
    const take = () => auctions.askOrRefuse<VaultTradeView>(ORRY, vaultCalls.takeBid, { id: auction.id }, { quote_id })
    expect(await whileItAsks(take)).toMatchObject({ refused: 'TradingIsStopped' })
    expect(await take()).toMatchObject({ settlement: 'AWAITED' })
  })
})

describe('19.8 19.4 a commit that fails once', () => {
  const faults: readonly Fault[] = ['CommitFails', 'AnswerOfCommitIsLost', 'CommitIsSlow']
  type Write = (auction: AuctionView) => Promise<() => Promise<unknown>>
  /** Prepares an auction for a write, and returns the write. */
  const writes: Readonly<Record<string, Write>> = {
    'opens another auction': async () => () => auctions.open(),
    'places a bid': async (auction) => {
      const body = await auctions.signedBy(KEST, auction, '2')
      return () => place(KEST, auction, body)
    },
    'replaces a bid': async (auction) => {
      await auctions.bid(KEST, auction, '2')
      const body = await auctions.signedBy(KEST, auction, '3')
      return () => place(KEST, auction, body)
    },
    'cancels a bid': async (auction) => {
      const { id } = await auctions.bid(KEST, auction, '2')
      return () => auctions.askOrRefuse(KEST, vaultCalls.cancelBid, { id })
    },
    'recalls a bid': async (auction) => {
      await auctions.bid(KEST, auction, '2')
      return () => stop({ desk: KEST })
    },
  }
  const cases = faults.flatMap((fault) => Object.entries(writes).map(([what, write]) => [fault, what, write] as const))

  it.each(cases)('%s as it %s: the auction stays in every list, and a stop recalls what stands', async (fault, _what, prepare) => {
    const auction = await open()
    const write = await prepare(auction)
    auctions.faults.next = fault
    const outcome = await write().catch((error: unknown) => error as Error)
    if (fault === 'CommitFails' && outcome instanceof Error) expect(outcome.name).toBe('EngineUnavailable')
    else expect(outcome).not.toBeInstanceOf(Error)
    expect(await listed()).toContain(auction.id)
    expect(await auctions.ask<AuctionView>(LARK, vaultCalls.getAuction, { id: auction.id })).toMatchObject({ status: 'ACTIVE' })
    await stop({ desk: KEST })
    await noOpenBid(KEST, auction)
    expect(auctions.faults.next).toBeUndefined()
    expect(await listed()).toContain(auction.id)
    await allow({ desk: KEST })
    expect(await onceItServes(() => auctions.bid(KEST, auction, '4'))).toMatchObject({ state: 'OPEN' })
  })
})

describe('11.6 19.4 a recall that cannot be carried out', () => {
  it('11.6 19.4 goes on until it is done, and until then the desk sees that its bids are not cancelled', async () => {
    const auction = await open()
    await auctions.bid(KEST, auction, '2')
    expect(auctions.unfinished.of(KEST)).toEqual([])
    const failing = async () => {
      auctions.faults.next = 'CommitFails'
      return auctions.unfinished.of(KEST)
    }
    await failing()
    await stop({ desk: KEST })
    const waiting = await eventually(failing, (list) => list.length > 0)
    expect(waiting).toMatchObject([{ desk: KEST, user: undefined, flow: 'auctions' }])
    expect(auctions.unfinished.of(LARK)).toEqual([])
    auctions.faults.next = undefined
    await noOpenBid(KEST, auction)
    await eventually(
      async () => auctions.unfinished.of(KEST),
      (list) => list.length === 0,
    )
    await allow({ desk: KEST })
  })
})

describe('19.8 the time that a list takes', () => {
  it('19.8 does not depend on the bids of a running auction: its record is not opened', async () => {
    const auction = await open()
    await auctions.bid(KEST, auction, '2')
    // A record that is opened would be refused. The next decision writes it again.
    await database.sql`update auction set state_sealed = '\\x00' where id = ${auction.id}`
    const { results } = await auctions.ask<{ results: readonly AuctionView[] }>(LARK, vaultCalls.listAuctions, {})
    expect(results.map(({ id }) => id)).toContain(auction.id)
    expect(await openBids(KEST, auction)).toBe(1)
  })
})

/** What holds of everything that is durable, told from outside: from the journal, the tables, the notes and the venue's own record. */
import { wholeMarket, type DirectRfq, type Market, type MarketEvent, type Order, type Trade } from '@parley/core'
import { canonicalJson } from '../../engine/canonical-json.ts'
import { checkJournal } from '../../engine/check-journal.ts'
import type { Instant } from '@parley/core'
import type { Shard } from '../../engine/engine.ts'
import type { Journal, NoteRow, StoredEntry } from '../../engine/journal.ts'
import { blockLegs } from '../../settlement/rows.ts'
import { marketProjector, type ProjectedRow } from '../../market/projector.ts'
import type { Asked } from './clients.ts'
import { accountOf, DESKS } from './desks.ts'
import type { Executed } from './moody-venue.ts'
import type { Server } from './server.ts'
import { writeTo, type Tables } from './tables.ts'

function must(holds: boolean, what: string, about: unknown): void {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(about)}`)
}

const total = (trades: readonly Trade[], state: Trade['state']): number =>
  trades.reduce((sum, trade) => (trade.state === state ? sum + trade.quantity : sum), 0)

/** Rulebook 5.11, 5.16, 5.18 and 7.1, at every commit. */
export function checkRow(row: ProjectedRow): void {
  if (row.table === 'rfq_order') checkOrder(row.row.body)
  if (row.table === 'block_trade') must(row.row.taker !== row.row.maker, 'a desk traded with itself (5.18)', row)
  if (row.table !== 'direct_rfq') return
  const { rfq } = row.row
  must(total(rfq.trades, 'FILLED') + total(rfq.trades, 'PENDING_SETTLEMENT') <= rfq.quantity, 'more was traded than asked for (5.11)', rfq)
}

function checkOrder(order: Order): void {
  const { quantity, filled, pending, canceled, state } = order
  const resting = quantity - filled - pending - canceled
  must(Math.min(filled, pending, canceled, resting) >= 0, 'an order has a part below zero (5.11)', order)
  must((state === 'OPEN') === resting > 0, 'open and nothing rests, or the other way round (5.16)', order)
}

/** The two sides of every order and request, once everything has come to rest. */
export function checkRest({ rfqs, orders, trades, settlements }: Tables): void {
  const filledOf = new Map<string, number>()
  for (const { trade } of trades.values()) {
    must(trade.state !== 'PENDING_SETTLEMENT', 'a trade is still at the venue (7.6)', { trade, settlement: settlements.get(trade.id) })
    if (trade.state !== 'FILLED') continue
    for (const id of [trade.takerOrder, trade.makerOrder]) filledOf.set(id, (filledOf.get(id) ?? 0) + trade.quantity)
  }
  for (const rfq of rfqs.values()) {
    must(rfq.state !== 'OPEN', 'a request is open past its time (4.8)', rfq)
    for (const trade of rfq.trades)
      must(canonicalJson(trade) === canonicalJson(trades.get(trade.id)?.trade), 'two rows tell a trade apart', trade)
  }
  for (const { order } of orders.values()) {
    must(order.state === 'CLOSED' && order.pending === 0, 'an order outlives its request (4.11)', order)
    must(order.filled === (filledOf.get(order.id) ?? 0), 'filled is not what its trades say (7.2)', order)
  }
  must(settlements.size === trades.size, 'a trade has no settlement, or one too many', settlements.size)
  for (const row of settlements.values()) must(row.state === 'DONE', 'a settlement is not done (7.6)', row)
}

/** Rulebook 7.4: executed is what is FILLED, to the last digit, and nothing else. */
export function checkVenue({ rfqs, trades, settlements }: Tables, executed: ReadonlyMap<string, Executed>): void {
  for (const [nonce, { block, settled }] of executed) {
    const known = trades.get(nonce)
    must(known?.trade.state === 'FILLED', 'the venue executed what the market says was not traded (7.4)', {
      nonce,
      known,
      row: settlements.get(nonce),
    })
    must(known!.trade.venueTradeId === settled.venueTradeId, "a trade carries another block's id", { known, settled })
    const legs = blockLegs(rfqs.get(known!.rfqId)!, known!.trade)
    must(canonicalJson(legs) === canonicalJson(block.legs), 'the venue was sent another block than was agreed (7.5)', block)
  }
  for (const { trade } of trades.values())
    must(trade.state !== 'FILLED' || executed.has(trade.id), 'a trade is FILLED that the venue knows nothing of (7.4)', trade)
}

export async function entriesOf(journal: Journal<ProjectedRow>, shard: Shard): Promise<readonly StoredEntry[]> {
  const { seq } = await journal.last(shard)
  return journal.read(shard, 0, seq)
}

/** Acknowledged is written, where the answer says and as it says; refused is not written; no key is written twice. */
export function checkAnswers(asked: readonly Asked[], entries: readonly StoredEntry[]): void {
  const written = new Map<string, number>()
  for (const { caller } of entries) if (caller !== undefined) written.set(caller.key, (written.get(caller.key) ?? 0) + 1)
  for (const one of asked) {
    const [decided] = one.decided
    must(one.key === undefined || one.answers.length > 0, 'a client was never answered', one.command)
    if (one.key !== undefined) {
      const times = decided !== undefined && decided.events.length > 0 ? 1 : 0
      must((written.get(one.key) ?? 0) === times, `a command is in the journal, but not ${times} times`, one)
    }
    if (decided === undefined) continue
    const there = entries.slice(decided.seq - decided.events.length, decided.seq).map(({ event }) => event)
    must(there.join() === decided.events.map(canonicalJson).join(), 'what was acknowledged is not in the journal', one)
  }
}

/** The chain, the snapshots and the state in memory say the same; and the journal alone gives the tables again. */
export async function checkReplay(journal: Journal<ProjectedRow>, shard: Shard, { engine }: Server, again: Tables): Promise<void> {
  const report = await checkJournal(journal, shard, wholeMarket)
  must(report.faults.length === 0, `the journal of ${shard.name} is broken`, report.faults)
  must(report.stateHash === engine.stateHash(shard.name), `${shard.name} is not what its journal gives`, report.rows)
  let market: Market = wholeMarket.initial()
  for (const entry of await entriesOf(journal, shard)) {
    const event = JSON.parse(entry.event) as MarketEvent
    market = wholeMarket.evolve(market, event)
    writeTo(again, marketProjector.project({ shard, seq: entry.seq, at: entry.at as Instant, events: [event] }, market).rows)
  }
}

export function checkTables(live: Tables, again: Tables): void {
  const plain = ({ rfqs, orders, trades, readers }: Tables) =>
    [[...rfqs], [...orders], [...trades], [...readers]].map((rows) => rows.map(canonicalJson).sort())
  const [there, rebuilt] = [plain(live), plain(again)]
  for (const [place, rows] of there.entries())
    for (const [at, row] of rows.entries())
      must(row === rebuilt[place]![at], 'a row is not what the journal gives', [row, rebuilt[place]![at]])
  const settled = ({ settlements }: Tables) =>
    [...settlements.values()].map((row) => `${row.trade_id} ${row.state} ${row.venue_trade_id}`).sort()
  must(settled(live).join() === settled(again).join(), 'a settlement is not what the journal gives', settled(live).length)
}

/** Rulebook 8.2 to 8.7, by searching the notes for names that must not be in them. */
export function checkSecrets(notes: readonly NoteRow[], { rfqs, orders, trades }: Tables): void {
  for (const { audience, channel, data } of notes) {
    const told = JSON.parse(data) as { readonly id: string; readonly rfq_id?: string }
    const has = (text: string) => data.includes(`"${text}"`)
    if (audience === 'everybody') {
      must(trades.has(told.id) && !DESKS.some((desk) => has(desk) || has(accountOf(desk))), 'the tape names a desk (8.7)', data)
      continue
    }
    const viewer = audience.slice('desk:'.length)
    const rfq: DirectRfq | undefined = rfqs.get(told.rfq_id ?? told.id)
    must(rfq !== undefined, 'a note is about nothing', data)
    const { creator, makers, isTakerAnonymous } = rfq!
    must(viewer === creator.desk || makers.some((desk) => desk === viewer), 'a desk is told of what it was not asked (8.6)', {
      audience,
      data,
    })
    const placed = orders.get(told.id)?.order
    if (placed !== undefined && placed.actor.desk !== viewer) {
      must(channel === 'rfq_orders' && placed.type !== 'HIDDEN', "another's order is told whole, or a hidden one at all (8.2)", {
        audience,
        data,
      })
      must(viewer === creator.desk || placed.role === 'TAKER', "a maker is told of another maker's order (8.3)", { audience, data })
    }
    if (viewer === creator.desk) continue
    must(!isTakerAnonymous || !has(creator.desk), 'a maker is told who asks (8.5)', { audience, data })
    must(!has(accountOf(creator.desk)) && !has(`label-of-${creator.desk}`), "a maker is told the taker's account or label (8.5)", {
      audience,
      data,
    })
    must(!makers.some((desk) => desk !== viewer && has(desk)), 'a maker is told of another maker (8.3)', { audience, data })
  }
}

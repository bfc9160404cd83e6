/** Invariants of everything durable, checked from outside: from the journal, the tables, the notifications and the venue's own record. */
import { shardMachine, type Rfq, type Trade } from '@parley/core'
import type { BlockLeg } from '@parley/venues'
import { canonicalJson } from '../../src/json/canonical-json.ts'
import { checkJournal } from '../../src/engine/check-journal.ts'
import type { Shard } from '../../src/engine/engine.ts'
import type { Journal, StoredEntry } from '../../src/engine/journal.ts'
import { blockLegs } from '../../src/settlement/rows.ts'
import { shardProjector } from '../../src/create-market.ts'
import type { ProjectedRow } from '../../src/rfq/projector.ts'
import type { SentCommand } from './clients.ts'
import { fencesOf } from './fences.ts'
import type { ExecutedBlock } from '../executed-accounts.ts'
import { ProtectionTwin } from './protection-twin.ts'
import type { Server } from './server.ts'
import { writeTo, type Tables } from './tables.ts'

export function must(holds: boolean, what: string, about: unknown): void {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(about)}`)
}

/** Rulebook 5.11, 5.16, 5.18 and 7.1, at every commit. */
export function checkRow(row: ProjectedRow): void {
  if (row.table === 'rfq_order') checkOrder(row.row)
  if (row.table === 'rfq_trade') must(row.row.taker !== row.row.maker, 'a desk traded with itself (5.18, 10.10)', row)
  if (row.table !== 'rfq' || row.row.audience !== 'DIRECT') return
  const rfq = row.row.body
  must(rfq.filled + rfq.pending <= (rfq.quantity ?? 0), 'more was traded than asked for (5.11)', rfq)
}

function checkOrder(order: Extract<ProjectedRow, { table: 'rfq_order' }>['row']): void {
  const { quantity, filled, pending, canceled, state } = order
  const resting = quantity - filled - pending - canceled
  must(Math.min(filled, pending, canceled, resting) >= 0, 'an order has a part below zero (5.11)', order)
  must((state === 'OPEN') === resting > 0, 'open and nothing rests, or the other way round (5.16)', order)
}

/** The two sides of every order and RFQ, once everything has settled. */
export function checkRest({ rfqs, orders, trades, matches, settlements }: Tables): void {
  const filledOf = new Map<string, number>()
  for (const { rfqId, trade } of trades.values()) {
    const { minimumBlock } = rfqs.get(rfqId)!
    must(trade.quantity >= minimumBlock, 'a block is below the minimum (5.11)', trade)
    must(trade.state !== 'PENDING_SETTLEMENT', 'a trade is still at the venue (7.6)', { trade, settlement: settlements.get(trade.id) })
    if (trade.state !== 'FILLED') continue
    for (const id of [rfqId, trade.takerOrder, trade.makerOrder]) filledOf.set(id, (filledOf.get(id) ?? 0) + trade.quantity)
  }
  for (const rfq of rfqs.values()) {
    must(rfq.state !== 'OPEN', 'a request is open past its time (4.8)', rfq)
    must(rfq.pending === 0 && rfq.filled === (filledOf.get(rfq.id) ?? 0), 'a request adds up to other than its trades', rfq)
    const byMaker = rfq.makerTotals.reduce((sum, { filled }) => sum + filled, 0)
    must(rfq.makerTotals.every(({ pending }) => pending === 0) && byMaker === rfq.filled, 'makers add up to other than their request', rfq)
  }
  for (const { order } of orders.values()) {
    must(order.state === 'CLOSED' && order.pending === 0, 'an order outlives its request (4.11)', order)
    must(order.filled === (filledOf.get(order.id) ?? 0), 'filled is not what its trades say (7.2)', order)
  }
  must(settlements.size === trades.size + matches.size, 'a trade has no settlement, or one too many', settlements.size)
  for (const row of settlements.values()) must(row.state === 'DONE', 'a settlement is not done (7.6)', row)
}

const isEnded = ({ state, ending }: Rfq): boolean => state === 'CLOSED' || ending !== undefined

/** Rulebook 10.4, 10.5, 10.7, 10.15: markets and quotes may outlive the day but not their expiry, and no part of them is at a venue. */
export function checkBooksAtRest({ markets, quotes, matches, aggressors }: Tables, now: number): void {
  const filledOf = new Map<string, number>()
  for (const { market, match } of matches.values()) {
    must(match.state !== 'PENDING_SETTLEMENT', 'a match is still at the venue (10.15)', match)
    must(match.quantity >= markets.get(market)!.minimumBlock, 'a block is below the minimum (10.7)', match)
    if (match.state !== 'FILLED') continue
    for (const id of [match.takerOrder, match.makerOrder]) filledOf.set(id, (filledOf.get(id) ?? 0) + match.quantity)
  }
  const crossed = new Set([...matches.values()].flatMap(({ match }) => (match.takerKind === 'QUOTE' ? match.numbers!.takerOrder : [])))
  must(crossed.size === aggressors.size && [...crossed].every((id) => aggressors.has(id)), 'what crossed is not what is kept of it', [
    ...aggressors,
  ])
  for (const market of markets.values())
    must(isEnded(market) || now < (market.expiresAt ?? Infinity), 'a market outlives its first leg (10.5)', market)
  for (const { market, quote } of quotes.values()) {
    must(quote.pending === 0 && quote.filled === (filledOf.get(quote.id) ?? 0), 'filled is not what its matches say (10.15)', quote)
    if (quote.state === 'CLOSED') continue
    must(!isEnded(markets.get(market)!), 'a quote outlives its market (10.5)', quote)
    must(quote.expiresAt! > now, 'a quote that nobody touched has not lapsed (10.4)', quote)
    must(quote.kind === 'QUOTE' && quote.timeInForce === 'GTD', 'what never rests rests (10.9, 10.14)', quote)
  }
}

/** Rulebook 11.1 to 11.7, checked with a second implementation that reads only the journal. */
export function checkProtections(entries: readonly StoredEntry[], asked: readonly SentCommand[]): void {
  const twin = new ProtectionTwin(fencesOf(asked))
  for (const entry of entries) twin.read(entry)
  twin.end()
}

/** Rulebook 7.4: exactly the FILLED trades were executed, to the last digit. */
export function checkVenue(tables: Tables, executed: ReadonlyMap<string, ExecutedBlock>): void {
  const blocks = blocksOf(tables)
  for (const [nonce, { block, settled }] of executed) {
    const known = blocks.get(nonce)
    must(known?.state === 'FILLED', 'the venue executed what the market says was not traded (7.4)', { nonce, known })
    must(known!.venueTradeId === settled.venueTradeId, "a trade carries another block's id", { known, settled })
    must(canonicalJson(known!.legs) === canonicalJson(block.legs), 'the venue was sent another block than was agreed (7.5)', block)
  }
  for (const [nonce, block] of blocks)
    must(block.state !== 'FILLED' || executed.has(nonce), 'a trade is FILLED that the venue knows nothing of (7.4)', block)
}

type AgreedBlock = Pick<Trade, 'state' | 'venueTradeId'> & { readonly legs: readonly BlockLeg[] }

/** Trades of both flows by the name under which the venue knows them. */
function blocksOf({ rfqs, trades, markets, matches }: Tables): ReadonlyMap<string, AgreedBlock> {
  const blocks = new Map<string, AgreedBlock>()
  const add = (dealt: Trade, of: Rfq): void => {
    const { state, venueTradeId } = dealt
    blocks.set(dealt.id, { state, ...(venueTradeId === undefined ? {} : { venueTradeId }), legs: blockLegs(of, dealt) })
  }
  for (const { rfqId, trade } of trades.values()) add(trade, rfqs.get(rfqId)!)
  for (const { market, match } of matches.values()) add(match, markets.get(market)!)
  return blocks
}

export async function entriesOf(journal: Journal<ProjectedRow>, shard: Shard): Promise<readonly StoredEntry[]> {
  const { seq } = await journal.last(shard)
  return journal.read(shard, 0, seq)
}

/**
 * An acknowledged command is written, at the position and with the content that its response gave. A refused one is not written. No key is written
 * twice.
 */
export function checkAnswers(asked: readonly SentCommand[], entries: readonly StoredEntry[]): void {
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

/** The hash chain, the snapshots and the state in memory agree, and the tables can be rebuilt from the journal alone. */
export async function checkReplay(journal: Journal<ProjectedRow>, shard: Shard, { engine }: Server, again: Tables): Promise<void> {
  const report = await checkJournal(journal, shard, shardMachine, (decision) => writeTo(again, shardProjector.project(decision).rows))
  must(report.faults.length === 0, `the journal of ${shard.name} is broken`, report.faults)
  must(report.stateHash === engine.stateHash(shard.name), `${shard.name} is not what its journal gives`, report.rows)
}

export function checkTables(live: Tables, again: Tables): void {
  const plain = ({ rfqs, orders, trades, readers, markets, quotes, matches, aggressors }: Tables) =>
    [[...rfqs], [...orders], [...trades], [...readers], [...markets], [...quotes], [...matches], [...aggressors]].map((rows) =>
      rows.map(canonicalJson).sort(),
    )
  const [there, rebuilt] = [plain(live), plain(again)]
  for (const [place, rows] of there.entries()) {
    must(rows.length === rebuilt[place]!.length, 'the journal gives more rows than there are, or fewer', [place, rows.length])
    for (const [at, row] of rows.entries())
      must(row === rebuilt[place]![at], 'a row is not what the journal gives', [row, rebuilt[place]![at]])
  }
  const settled = ({ settlements }: Tables) =>
    [...settlements.values()].map((row) => `${row.trade_id} ${row.state} ${row.venue_trade_id}`).sort()
  must(settled(live).join() === settled(again).join(), 'a settlement is not what the journal gives', settled(live).length)
}

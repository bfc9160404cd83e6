/**
 * Compares everything that a desk sees of an RFQ with a run that lacks the parts it must not see: the record, what it adds to a taker's history with
 * its makers, and every message sent to the desk. Both must be identical. PARLEY_SEED=<seed> repeats a failure, PARLEY_RECORDS=<n> sets the number of
 * runs.
 */
import {
  isRefusal,
  price,
  quantity,
  ratio,
  shardMachine,
  type DeskId,
  type Instant,
  type OrderId,
  type PlaceOrder,
  type Price,
  type RfqId,
  type Shard,
  type ShardCommand,
  type Side,
  type Trade,
  type UserId,
} from '@parley/core'
import { describe, expect, it } from 'vitest'
import { instruments, KEST, LARK, MERL, ORRY } from '../../../../test/direct-market.ts'
import { chanceFrom, type Chance } from '../../../../test/trading-day/chance.ts'
import { changesByRfq } from '../../../rfq/changes.ts'
import { momentOf } from '../../../rfq/record-store.ts'
import { rowsOf, type ReadRow } from '../../../rfq/rows.ts'
import type { Message } from '../../../engine/engine.ts'
import { shardProjector } from '../../../create-market.ts'
import { REFUSED_FILL_CHANNEL } from '../../../protection/refused-fills.ts'
import { presentHistories, presentRecord, presentTakerHistories } from './present-record.ts'

const LIVES = Number(process.env['PARLEY_RECORDS'] ?? 300)
const SEED = Number(process.env['PARLEY_SEED'] ?? Date.now() % 1_000_000)
const NOON = 1_800_000_000_000
const ID = `r_${'1'.padStart(27, '0')}` as RfqId
const SECOND_SIDES = 100
const actor = (desk: DeskId) => ({ desk, user: `${desk}-user` as UserId, via: `${desk}-key` })
const structure = {
  legs: [
    { instrument: instruments[0]!, side: 'BUY' as const, ratio: ratio('1') },
    { instrument: instruments[1]!, side: 'SELL' as const, ratio: ratio('1') },
  ],
}
const facts = {
  eligibleMakers: [KEST, LARK, MERL],
  minimumBlock: quantity('12.5'),
  quantityIncrement: quantity('0.1'),
  draftsOfDesk: 0,
}
const made = { audience: 'DIRECT', id: ID } as const
const asked: ShardCommand = {
  ...{ kind: 'CreateRfq', ...made, actor: actor(ORRY), venue: 'DBT', baseCurrency: 'BTC', structure, quantity: quantity('1000') },
  ...{ makers: [KEST, LARK, MERL], isTakerAnonymous: false, account: 'orry-main', as: 'OPEN', facts },
}

/** A command, and whether it is one that the reader must not see. */
type Step = { readonly command: ShardCommand; readonly isSecret: boolean; readonly at: Instant }
type Secret = { readonly viewer: DeskId; readonly by: DeskId; readonly isHidden: boolean; readonly isRefused?: true }

/** LARK's secret quotes are visible to one maker, MERL's hidden ones to no desk. Their prices are so far away that they never trade. */
const secrets: readonly (readonly [string, Secret])[] = [
  ["8.12 a maker's record without another maker", { viewer: KEST, by: LARK, isHidden: false }],
  ["8.12 the taker's record without a hidden quote", { viewer: ORRY, by: MERL, isHidden: true }],
  ["8.12 a maker's record without another's hidden quote", { viewer: KEST, by: MERL, isHidden: true }],
  ["11.10 a maker without the fills that another's limit refused", { viewer: KEST, by: LARK, isHidden: false, isRefused: true }],
]

const legsFor = (total: Price): readonly Price[] => [(price('0.05') + total) as Price, price('0.05')]
const far = (side: Side): Price => price(side === 'BUY' ? '-0.03' : '0.2')
const near = (chance: Chance): Price => price(`0.0${28 + chance.below(6)}`)

function stepsOf(chance: Chance, { by, isHidden, isRefused }: Secret): readonly Step[] {
  const steps: Step[] = [{ command: asked, isSecret: false, at: NOON as Instant }]
  if (isRefused) steps.push({ command: oneBlock(by), isSecret: true, at: NOON as Instant })
  let at = NOON
  for (let n = 1; n < 30; n++) {
    at += chance.below(3) * chance.below(900)
    const isSecret = chance.happens(0.4)
    const isTried = isSecret && isRefused === true && chance.happens(0.4)
    const command = isTried ? tooLarge(n) : isSecret ? secretCommand(chance, n, { by, isHidden }) : openCommand(chance, n, by)
    steps.push({ command, isSecret, at: at as Instant })
  }
  return steps
}

const orderId = (n: number): OrderId => `o_${String(n).padStart(27, '0')}` as OrderId

const quoted = (desk: DeskId, n: number, side: Side, at: Price, isHidden: boolean): PlaceOrder => ({
  ...{ kind: 'PlaceOrder', ...made, shard: 1, actor: actor(desk), orderId: orderId(n), side, timeInForce: 'GTC', isPostOnly: false },
  ...{ isHidden, quantity: quantity('50'), legPrices: legsFor(at), account: `${desk}-main` },
})

/** Both sides. The second one has an id that no other step uses. */
const twoWay = (desk: DeskId, n: number, at: Readonly<Record<Side, Price>>, isHidden: boolean): ShardCommand => ({
  kind: 'QuoteTwoWay',
  actor: actor(desk),
  quotes: [quoted(desk, n, 'BUY', at.BUY, isHidden), quoted(desk, n + SECOND_SIDES, 'SELL', at.SELL, isHidden)],
})

/** A limit with room for one block, but never for two. */
const oneBlock = (desk: DeskId): ShardCommand => ({
  ...{ kind: 'SetLimit', desk },
  limit: { id: 'block', product: instruments[0]!.productCode, windowMs: 60_000, frozenMs: 0, most: { quantity: quantity('20') } },
})

/** Fill-or-kill for more than is available: the two others together quote no more than 150. */
const tooLarge = (n: number): ShardCommand => ({
  ...{ kind: 'PlaceOrder', ...made, shard: 1, actor: actor(ORRY), orderId: orderId(n), side: 'BUY', timeInForce: 'FOK' },
  ...{ isPostOnly: false, isHidden: false, quantity: quantity('400'), price: far('SELL') },
})

function secretCommand(chance: Chance, n: number, { by, isHidden }: Omit<Secret, 'viewer'>): ShardCommand {
  const side = chance.oneOf(['BUY', 'SELL'] as const)
  const orderOf = orderId(1 + chance.below(n))
  if (chance.happens(0.4)) return quoted(by, n, side, far(side), isHidden)
  if (chance.happens(0.3)) return twoWay(by, n, { BUY: far('BUY'), SELL: far('SELL') }, isHidden)
  if (chance.happens(0.4)) return { kind: 'CancelOrder', ...made, actor: actor(by), orderId: orderOf }
  if (!isHidden && chance.happens(0.3)) return { kind: 'DeclineRfq', ...made, actor: actor(by), reason: 'RISK' }
  return { kind: 'ReplaceOrder', ...made, shard: 1, actor: actor(by), orderId: orderOf, quantity: quantity(chance.oneOf(['25', '75'])) }
}

function openCommand(chance: Chance, n: number, by: DeskId): ShardCommand {
  const maker = chance.oneOf([KEST, LARK, MERL].filter((desk) => desk !== by))
  const side = chance.oneOf(['BUY', 'SELL'] as const)
  const orderOf = orderId(1 + chance.below(n))
  const what = chance.below(11)
  if (what < 5) return quoted(maker, n, side, near(chance), chance.happens(0.2))
  if (what === 10) return twoWay(maker, n, { BUY: near(chance), SELL: near(chance) }, chance.happens(0.2))
  if (what === 5) return { kind: 'CancelOrder', ...made, actor: actor(maker), orderId: orderOf }
  if (what === 6) return { kind: 'DeclineRfq', ...made, actor: actor(maker), reason: 'SIZE' }
  if (what === 7)
    return { kind: 'ReplaceOrder', ...made, shard: 1, actor: actor(maker), orderId: orderOf, quantity: quantity('25'), isHidden: chance.happens(0.5) } // prettier-ignore
  return {
    ...{ kind: 'PlaceOrder', ...made, shard: 1, actor: actor(ORRY), orderId: orderId(n), side, timeInForce: chance.oneOf(['FOK', 'GTC']) },
    ...{ isPostOnly: false, isHidden: false, quantity: quantity('12.5'), price: near(chance) },
  }
}

type Stored = Map<string, ReadRow>
type Outbox = { readonly stored: Stored; readonly sent: Message[] }

/** Decides the command and keeps its rows as the database would: the latest of each order, and all book snapshots. */
function give(shard: Shard, { stored, sent }: Outbox, command: ShardCommand, at: Instant, seq: number): readonly Trade[] {
  const events = shardMachine.decide(shard, command, at)
  if (isRefusal(events)) return []
  const changes = events.map((event) => shardMachine.evolve(shard, event))
  for (const change of changesByRfq({ events, changes }))
    for (const row of rowsOf(change, { seq, at })) stored.set(`${row.table} ${row.key}`, row)
  sent.push(...shardProjector.project({ shard: { name: 'DBT-BTC', group: 1 }, decision: seq, seq, at, events, changes }).notifications)
  return events.flatMap((event) => (event.kind === 'TradeAgreed' ? [event.trade] : []))
}

function viewOf({ stored, sent }: Outbox, viewer: DeskId): object | undefined {
  const rows = [...stored.values()]
  const rfq = rows.flatMap((row) => (row.table === 'rfq' ? [row.row.body] : []))[0]
  if (rfq === undefined) return undefined
  const moments = rows.flatMap((row) => (row.table === 'rfq_moment' ? [momentOf(row.row)] : []))
  const record = presentRecord(
    {
      rfq,
      moments,
      trades: rows.flatMap((row) => (row.table === 'rfq_trade' ? [row.row.body] : [])),
      ownOrders: rows.flatMap((row) => (row.table === 'rfq_order' && row.row.desk === viewer ? [row.row.body] : [])),
    },
    viewer,
  )
  const messages = sent.splice(0).filter(({ audience }) => audience === 'everybody' || audience === `desk:${viewer}`)
  const hasQuoted = rows.some((row) => row.table === 'rfq_order' && row.row.desk === viewer && row.row.kind === 'QUOTE')
  return {
    messages,
    record,
    history: presentHistories([{ rfq, moments }], NOON as Instant, viewer),
    takers: presentTakerHistories([{ rfq, hasQuoted }], NOON as Instant, viewer),
  }
}

/** The viewer's whole record and history after each step that the viewer may see. */
function livedThrough(
  steps: readonly Step[],
  viewer: DeskId,
): { readonly views: readonly string[]; readonly deals: number; readonly refused: number } {
  const shard = shardMachine.initial()
  const outbox: Outbox = { stored: new Map(), sent: [] }
  const views: string[] = []
  let deals = 0
  let settled = 0
  let refused = 0
  steps.forEach(({ command, isSecret, at }, place) => {
    const trades = give(shard, outbox, command, at, (place + 1) * 10)
    for (const { id: tradeId } of trades)
      give(shard, outbox, { kind: 'ConfirmSettlement', id: ID, tradeId, venueTradeId: `B-${++settled}` }, at, (place + 1) * 10 + settled)
    deals += trades.length
    if (isSecret) refused += outbox.sent.some(({ channel }) => channel === REFUSED_FILL_CHANNEL) ? 1 : 0
    else views.push(JSON.stringify(viewOf(outbox, viewer)))
  })
  return { views, deals, refused }
}

describe('8.12, 8.13 the record of an RFQ and the history with makers give away nothing', () => {
  it.each(secrets)('%s', (_title, secret) => {
    let deals = 0
    let changes = 0
    let refused = 0
    for (let life = 0; life < LIVES; life++) {
      const steps = stepsOf(chanceFrom(SEED + life), secret)
      const whole = livedThrough(steps, secret.viewer)
      const without = livedThrough(steps.filter(({ isSecret }) => !isSecret), secret.viewer) // prettier-ignore
      if (whole.views.join() !== without.views.join())
        expect(whole.views, `PARLEY_SEED=${SEED + life} PARLEY_RECORDS=1`).toEqual(without.views)
      deals += whole.deals
      refused += whole.refused
      if (whole.views.at(-1)!.includes('"changes":[{')) changes += 1
    }
    expect(deals).toBeGreaterThan(LIVES / 10)
    expect(changes).toBeGreaterThan(LIVES / 2)
    if (secret.isRefused) expect(refused).toBeGreaterThan(LIVES / 10)
  })
})

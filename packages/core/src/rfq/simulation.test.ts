/**
 * Whole trading days of the rules, from a seed. Safety first: the invariants hold, whatever is sent, refused, answered late, answered twice or lost
 * in a crash. Then liveness: once no commands are sent, the venue has answered and time has passed, everything has ended. PARLEY_SEED=<seed> repeats
 * a failed day.
 */
import { describe, expect, it } from 'vitest'
import type { Instant } from '../ids.ts'
import { isRefusal } from '../refusal.ts'
import { apply, decideIn, emptyMarket, restored, saved, type Market } from '../../test/fixture.ts'
import type { CancelEverything, RfqCommand } from './model/commands.ts'
import { dueRfq, nextRfqDeadline } from './life/deadlines.ts'
import type { RfqEvent } from './model/events.ts'
import { answersTo, chanceFrom, commandOf, DESKS, MORNING, somebody, type Answer, type Chance } from '../../test/random-day.ts'
import { checkMarket, checkRfq, checkSecrets } from '../../test/invariants.ts'

const DAYS = 6
const COMMANDS_A_DAY = 6_000
const EVERYTHING_CHECKED_EVERY = 200

type World = {
  readonly chance: Chance
  readonly counts: Map<string, number>
  readonly answers: Answer[]
  readonly settled: Set<string>
  market: Market
  now: Instant
  /** The contents of a disk: a snapshot and the events since then. */
  saved: { readonly snapshot: string; readonly events: string[] }
}

function give(world: World, command: RfqCommand | CancelEverything): void {
  const { chance, counts } = world
  const answer = decideIn(world.market, command, world.now)
  const outcome = isRefusal(answer) ? answer.refused : command.kind
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  if (isRefusal(answer)) return
  record(world, answer)
  world.answers.push(...answersTo(answer, world.now, chance))
  for (const id of new Set(answer.map(({ id: of }) => of))) {
    const rfq = world.market.known.get(id)!
    checkRfq(rfq)
    if (chance.happens(0.1)) checkSecrets(rfq, DESKS)
  }
}

function record(world: World, events: readonly RfqEvent[]): void {
  for (const event of events) {
    apply(world.market, event)
    world.saved.events.push(JSON.stringify(event))
    if (event.kind !== 'TradeSettled' && event.kind !== 'TradeRejected') continue
    if (world.settled.has(event.tradeId)) throw new Error(`${event.tradeId} was settled twice (7.4)`)
    world.settled.add(event.tradeId)
  }
  checkAllOrNothing(world, events)
}

/** Rulebook 5.13, checked from the events alone. */
function checkAllOrNothing(world: World, events: readonly RfqEvent[]): void {
  const [first] = events
  if (first?.kind === 'DeclineTakenBack') world.counts.set('taken back', 1)
  if (first?.kind !== 'OrderPlaced' || first.order.timeInForce !== 'FOK') return
  const traded = events.reduce((sum, event) => (event.kind === 'TradeAgreed' ? sum + event.trade.quantity : sum), 0)
  expect([0, first.order.quantity]).toContain(traded)
  world.counts.set(traded === 0 ? 'killed' : 'filled at once', 1)
  if (traded > 0 && first.order.allocations !== undefined) world.counts.set('allocated', 1)
}

/** The process crashes and restarts: the snapshot and the events since then give the state before the crash. */
function crash(world: World): void {
  const before = saved(world.market)
  world.market = restored(world.market, world.saved.snapshot)
  for (const text of world.saved.events) apply(world.market, JSON.parse(text) as RfqEvent)
  expect(saved(world.market)).toBe(before)
  checkMarket(world.market)
}

const save = (world: World): void => {
  world.saved = { snapshot: saved(world.market), events: [] }
}

/** Sends the deadlines and the venue's answers up to now, each at its own time. */
function catchUp(world: World, until: number): void {
  for (;;) {
    const deadline = nextRfqDeadline(world.market.rfqs) ?? Infinity
    const answer = world.answers.reduce<Answer | undefined>(
      (first, each) => (first === undefined || each.at < first.at ? each : first),
      undefined,
    )
    const next = Math.min(deadline, answer?.at ?? Infinity)
    if (next > until) break
    world.now = Math.max(world.now, next) as Instant
    if (answer !== undefined && answer.at === next) {
      world.answers.splice(world.answers.indexOf(answer), 1)
      give(world, commandOf(answer))
    } else give(world, dueRfq(world.market.rfqs, world.now)!)
  }
  world.now = until as Instant
}

function day(world: World, number: number): void {
  for (let n = 0; n < COMMANDS_A_DAY; n++) {
    catchUp(world, world.now + (world.chance.happens(0.02) ? world.chance.below(120_000) : world.chance.below(1_500)))
    const command = somebody(number * COMMANDS_A_DAY + n, world.market, world.chance)
    if (command !== undefined) give(world, command)
    if (world.chance.happens(0.004)) save(world)
    if (world.chance.happens(0.004)) crash(world)
    if (n % EVERYTHING_CHECKED_EVERY === 0) checkMarket(world.market)
  }
}

/** No commands are sent any more: the venue gives its last answers, everything with a deadline ends, and only drafts are left. */
function evening(world: World): void {
  catchUp(world, world.now + 3_600_000)
  expect(world.answers).toEqual([])
  expect([...world.market.rfqs.live.values()].filter(({ rfq }) => rfq.state !== 'DRAFT')).toEqual([])
  checkMarket(world.market)
  expect(nextRfqDeadline(world.market.rfqs)).toBeUndefined()
}

function live(seed: number, days: number): World {
  const chance = chanceFrom(seed)
  const market = emptyMarket()
  const world: World = {
    chance,
    counts: new Map(),
    answers: [],
    settled: new Set(),
    market,
    now: MORNING,
    saved: { snapshot: '', events: [] },
  }
  save(world)
  for (let number = 0; number < days; number++) {
    day(world, number)
    evening(world)
  }
  return world
}

describe('whole trading days', () => {
  const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

  it(
    '4.8, 4.10, 4.11, 5.11, 5.19, 5.20, 7.1, 7.3, 7.4, 8.2, 8.3 every rule holds at every moment, and in the evening everything has ended',
    { timeout: 60_000 },
    () => {
      try {
        const { counts } = live(seed, DAYS)
        // The days covered everything that can happen.
        for (const what of [
          'CreateRfq',
          'SendDraft',
          'PlaceOrder',
          'ReplaceOrder',
          'CancelOrder',
          'CancelRfq',
          'ExpireRfq',
          'CancelEverything',
          'ConfirmSettlement',
          'RejectSettlement',
          'filled at once',
          'killed',
          'DeclineRfq',
          'AlreadyDeclined',
          'taken back',
          'allocated',
          'AllocationInvalid',
          'LayeringLimitReached',
          'QuoteCrossesOwnSide',
          'PriceOffTick',
          'RfqClosed',
        ])
          expect(counts.get(what) ?? 0, `${what} never came about`).toBeGreaterThan(0)
      } catch (fault) {
        throw new Error(`PARLEY_SEED=${seed} lives this day again: ${fault instanceof Error ? fault.message : String(fault)}`, {
          cause: fault,
        })
      }
    },
  )

  it('5.9 one seed lives one day: the same market, to the last digit', { timeout: 60_000 }, () => {
    const [first, second] = [live(7, 1), live(7, 1)].map(({ market, counts }) => JSON.stringify([saved(market), [...counts]]))
    expect(first).toBe(second)
  })
})

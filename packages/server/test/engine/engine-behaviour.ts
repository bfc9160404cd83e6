/** The behaviour of the engine on every journal. It is run on the one in memory and on PostgreSQL. */
import { isRefusal, refuse, type Instant } from '@parley/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { silent } from '../../src/log/log.ts'
import { createEngineOn, type RunningEngine } from '../../src/engine/create-engine.ts'
import type { Decided, Idempotency, Notification } from '../../src/engine/engine.ts'
import { EngineUnavailable } from '../../src/engine/engine-unavailable.ts'
import type { Fault, Faults, Journal } from '../../src/engine/journal.ts'
import { ledgerMachine, ledgerProjector, type BalanceRow, type LedgerCommand, type LedgerEvent } from './ledger.ts'
import type { Limits } from '../../src/engine/limits.ts'
import { timeOfNumber } from '../../src/engine/notification-numbers.ts'
import { checkJournal } from '../../src/engine/check-journal.ts'
import { createHandClock } from '../hand-clock.ts'

const noon = 1_800_000_000_000 as Instant
const actor = { desk: 'ORRY' }
const deposit = (account: string, amount: number): LedgerCommand => ({ kind: 'Deposit', actor, account, amount })
const transfer = (from: string, to: string, amount: number): LedgerCommand => ({ kind: 'Transfer', actor, from, to, amount })
const key = (name: string, requestHash = 'body'): Idempotency => ({ scope: 'ORRY', key: name, requestHash })

type Ledgers = RunningEngine<LedgerCommand, LedgerEvent>

export type OpenedJournal = {
  readonly journal: Journal<BalanceRow>
  /** The read model, as queries see it. */
  readonly balances: (shard: string) => Promise<Record<string, number>>
}

export function engineBehaviour(name: string, open: (faults: Faults) => Promise<OpenedJournal>): void {
  const running: Ledgers[] = []
  afterEach(async () => {
    await Promise.all(running.splice(0).map((engine) => engine.close()))
  })

  async function world(limits: Partial<Limits> = {}) {
    const ordered: Fault[] = []
    const faults: Faults = (fault) => {
      const at = ordered.indexOf(fault)
      if (at >= 0) ordered.splice(at, 1)
      return at >= 0
    }
    const opened = await open(faults)
    const clock = createHandClock(noon)
    // Each world has its own shards in the one database.
    const number = ++worlds
    const shard = { name: `DBT-BTC-${name}-${number}`, group: 10_000 + number }
    const start = async () => {
      const engine = await createEngineOn({
        shards: [shard],
        machine: ledgerMachine,
        projector: ledgerProjector,
        journal: opened.journal,
        now: clock.now,
        timers: clock.timers,
        log: silent,
        limits,
      })
      running.push(engine)
      return engine
    }
    const give = (engine: Ledgers, command: LedgerCommand, caller?: Idempotency) => engine.submit(shard.name, command, caller)
    return {
      ...opened,
      clock,
      shard,
      start,
      give,
      order: (...list: Fault[]) => ordered.push(...list),
      balances: () => opened.balances(shard.name),
    }
  }

  const accepted = (answer: unknown) => answer as Decided<LedgerEvent>

  describe(`the engine on ${name}`, () => {
    it('decides in the order of arrival against decisions that are not written yet', async () => {
      const { start, give, balances } = await world()
      const engine = await start()
      const answers = await Promise.all([
        give(engine, deposit('a', 10)),
        give(engine, transfer('a', 'b', 7)),
        give(engine, transfer('a', 'b', 7)),
        give(engine, transfer('b', 'c', 7)),
      ])
      expect(answers.map((answer) => (isRefusal(answer) ? answer.refused : answer.seq))).toEqual([1, 3, 'BalanceTooLow', 5])
      expect(await balances()).toEqual({ a: 3, b: 0, c: 7 })
    })

    it('accepts a command that changes nothing, without a row', async () => {
      const { start, give } = await world()
      const engine = await start()
      await give(engine, deposit('a', 1))
      expect(await give(engine, { kind: 'Look', actor }, key('look'))).toMatchObject({ seq: 1, events: [] })
      expect(await give(engine, { kind: 'Look', actor }, key('look'))).toMatchObject({ seq: 1, events: [] })
    })

    it('shows a state between two decisions, after what is due, and only what is durable', async () => {
      const { start, give, clock, shard, order, journal } = await world()
      const engine = await start()
      const held = (state: unknown) => (state as { balances: Map<string, number> }).balances.get('a') ?? 0
      const [, seen] = await Promise.all([give(engine, deposit('a', 5)), engine.read(shard.name, held), give(engine, deposit('a', 1))])
      expect(seen).toEqual({ shard, seq: 1, value: 5 })
      await give(engine, { kind: 'Hold', actor, id: 'h', account: 'a', amount: 4, forMs: 1_000 })
      clock.advance(1_000)
      expect(await engine.read(shard.name, held)).toMatchObject({ value: 6 })
      order('CommitFails')
      const outcomes = await Promise.allSettled([give(engine, deposit('a', 100)), engine.read(shard.name, held)])
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
      await expect.poll(() => engine.read(shard.name, held)).toMatchObject({ value: 6 })
      expect((await journal.last(shard)).seq).toBe(engine.positions().get(shard.group))
    })

    it('continues after a stop and after a kill where the journal ends, with the same state', async () => {
      const { start, give, shard } = await world({ snapshotEveryEvents: 3 })
      const first = await start()
      for (let i = 1; i <= 10; i++) await give(first, deposit(`a${i % 3}`, i))
      const hash = first.stateHash(shard.name)
      const second = await start()
      expect(second.stateHash(shard.name)).toBe(hash)
      expect(await give(second, deposit('b', 1))).toMatchObject({ seq: 11 })
      await second.close()
      const third = await start()
      expect(await give(third, deposit('b', 1))).toMatchObject({ seq: 12 })
    })

    it('carries out a deadline at its moment, as a command with rows of its own', async () => {
      const { start, give, clock, journal, shard, balances } = await world()
      const engine = await start()
      await give(engine, deposit('a', 10))
      await give(engine, { kind: 'Hold', actor, id: 'h', account: 'a', amount: 4, forMs: 300_000 })
      clock.advance(299_999)
      expect(await give(engine, transfer('a', 'b', 7))).toMatchObject({ refused: 'BalanceTooLow' })
      clock.advance(1)
      expect(accepted(await give(engine, transfer('a', 'b', 7))).seq).toBe(5)
      const rows = await journal.read(shard, 2, 1)
      expect(rows).toMatchObject([{ command: 'Release', at: noon + 300_000, actor: 'null' }])
      expect(await balances()).toMatchObject({ b: 7 })
    })

    it('carries out at the start what became due while it was down', async () => {
      const { start, give, clock } = await world()
      const first = await start()
      await give(first, deposit('a', 10))
      await give(first, { kind: 'Hold', actor, id: 'h', account: 'a', amount: 10, forMs: 1000 })
      await first.close()
      clock.advance(5000)
      const second = await start()
      expect(isRefusal(await give(second, transfer('a', 'b', 10)))).toBe(false)
    })

    it('9.4 answers the same key with the same decision: in flight, afterwards, and after a restart', async () => {
      const { start, give, balances } = await world()
      const engine = await start()
      const [one, two] = await Promise.all([give(engine, deposit('a', 5), key('k')), give(engine, deposit('a', 5), key('k'))])
      expect(two).toEqual(one)
      expect(await give(engine, deposit('a', 5), key('k'))).toEqual(one)
      expect(await give(await start(), deposit('a', 5), key('k'))).toEqual(one)
      expect(await balances()).toEqual({ a: 5 })
    })

    it('9.4 remembers a refusal too, though it would be accepted by now', async () => {
      const { start, give } = await world()
      const engine = await start()
      const refused = await give(engine, transfer('a', 'b', 5), key('early'))
      await give(engine, deposit('a', 5))
      expect(await give(engine, transfer('a', 'b', 5), key('early'))).toEqual(refused)
      expect(await give(await start(), transfer('a', 'b', 5), key('early'))).toEqual(refused)
    })

    it('9.4 refuses a key that comes with another body, and another scope has its own keys', async () => {
      const { start, give } = await world()
      const engine = await start()
      await give(engine, deposit('a', 5), key('k'))
      expect(await give(engine, deposit('a', 6), key('k', 'other body'))).toMatchObject({ refused: 'IdempotencyKeyReused' })
      expect(await give(engine, deposit('a', 6), { ...key('k', 'other body'), scope: 'KEST' })).toMatchObject({ seq: 2 })
    })

    it('9.4 knows of a key before the command is made, in flight and afterwards, and of another body under it', async () => {
      const { start, give } = await world()
      const engine = await start()
      expect(engine.again(key('k'))).toBeUndefined()
      const giving = give(engine, deposit('a', 5), key('k'))
      expect(await engine.again(key('k'))).toEqual(await giving)
      expect(await engine.again(key('k'))).toEqual(await giving)
      expect(await (await start()).again(key('k'))).toEqual(await giving)
      expect(await engine.again(key('k', 'other body'))).toMatchObject({ refused: 'IdempotencyKeyReused' })
      expect(engine.again(key('other'))).toBeUndefined()
    })

    it('9.4 repeats the answer of a call as it was first made: in flight, afterwards, and after a restart', async () => {
      const { start, shard } = await world()
      const engine = await start()
      let made = 0
      const view = ({ seq }: Decided<LedgerEvent>) => ({ seq, made: ++made })
      const ask = (engine: Ledgers) => engine.submit(shard.name, deposit('a', 5), key('k'), { view })
      const [one, two] = await Promise.all([ask(engine), ask(engine)])
      const nothing = await engine.submit(shard.name, deposit('a', 5), key('no body'), { view: () => undefined })
      const again = [one, two, await ask(engine)]
      const next = await start()
      expect([...again, await ask(next)]).toMatchObject(Array(4).fill({ answer: { seq: 1, made: 1 } }))
      expect(await next.again(key('no body'))).toEqual(nothing)
      expect(nothing).toHaveProperty('answer', undefined)
    })

    it('9.4 returns and repeats the refusal that the call gives in place of the shard', async () => {
      const { start, shard } = await world()
      const engine = await start()
      const present = { view: () => undefined, refusal: () => refuse('AccountUnknown', '9.4', 'There is no such account.') }
      const refused = await engine.submit(shard.name, transfer('a', 'b', 5), key('k'), present)
      expect(refused).toMatchObject({ refused: 'AccountUnknown' })
      expect(await (await start()).submit(shard.name, transfer('a', 'b', 5), key('k'), present)).toEqual(refused)
    })

    it('9.4 gives the first answer for the whole day, however many came after it, also after a restart', async () => {
      const { start, give, balances } = await world({ answersInMemory: 3 })
      const engine = await start()
      const names = Array.from({ length: 9 }, (_, place) => `k${place}`)
      const first = await Promise.all(names.map((name) => give(engine, deposit('a', 1), key(name))))
      for (const served of [engine, await start()]) {
        expect(await Promise.all(names.map((name) => give(served, deposit('a', 1), key(name))))).toEqual(first)
        expect(await Promise.all(['k1', 'k1'].map((name) => give(served, deposit('a', 1), key(name))))).toEqual([first[1], first[1]])
        expect(await give(served, deposit('a', 2), key('k0', 'other content'))).toMatchObject({ refused: 'IdempotencyKeyReused' })
        expect(await served.again(key('k0'))).toEqual(first[0])
      }
      expect(await balances()).toEqual({ a: 9 })
    })

    it('forgets a key after a day', async () => {
      const { start, give, clock } = await world()
      const engine = await start()
      await give(engine, deposit('a', 5), key('k'))
      clock.advance(24 * 60 * 60 * 1000)
      expect(await give(engine, deposit('a', 6), key('k', 'other body'))).toMatchObject({ seq: 2 })
    })

    it('acknowledges nothing that was not written, and goes on from what was', async () => {
      const { start, give, order, balances } = await world()
      const engine = await start()
      await give(engine, deposit('a', 10))
      order('CommitFails')
      const lost = await Promise.allSettled([give(engine, deposit('a', 1), key('k')), give(engine, transfer('b', 'a', 1))])
      expect(lost.map((one) => one.status === 'rejected' && one.reason instanceof EngineUnavailable && one.reason.reason)).toEqual([
        'CommitFailed',
        'CommitFailed',
      ])
      await until(() => give(engine, deposit('a', 2), key('k')).then(() => true))
      expect(await balances()).toEqual({ a: 12 })
    })

    it('acknowledges once what was written although the answer of the commit was lost', async () => {
      const { start, give, order, balances } = await world()
      const engine = await start()
      order('AnswerOfCommitIsLost')
      const notifications = listen(engine)
      const [first, second] = await Promise.all([give(engine, deposit('a', 10)), give(engine, transfer('a', 'b', 4))])
      expect([first, second]).toMatchObject([{ seq: 1 }, { seq: 3 }])
      expect(await give(engine, deposit('a', 1))).toMatchObject({ seq: 4 })
      expect(await balances()).toEqual({ a: 7, b: 4 })
      expect(notifications.map(({ decision }) => decision)).toEqual([1, 3, 3, 4])
    })

    it('reads the journal back after a bug of the rules, and refuses only what met it', async () => {
      const { start, give, balances } = await world()
      const engine = await start()
      await give(engine, deposit('a', 10))
      await expect(give(engine, { kind: 'Break', actor })).rejects.toThrow('a bug of the rules')
      await until(() => give(engine, deposit('a', 1)).then(() => true))
      expect(await balances()).toEqual({ a: 11 })
    })

    it('refuses a text that cannot be stored, and nobody else suffers', async () => {
      const { start, give, shard } = await world()
      const engine = await start()
      const [bad, good] = await Promise.allSettled([
        give(engine, deposit('a\u0000', 1)),
        give(engine, deposit('tab\tquote"\\ line\n é 😀', 1)),
      ])
      expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled'])
      const again = await start()
      expect(again.stateHash(shard.name)).toBe(engine.stateHash(shard.name))
    })

    it('stops writing a shard that another server has taken over', async () => {
      const { start, give, balances } = await world()
      const old = await start()
      await give(old, deposit('a', 1))
      const fresh = await start()
      await expect(give(old, deposit('a', 1))).rejects.toMatchObject({ reason: 'Fenced' })
      await expect(give(old, deposit('a', 1))).rejects.toMatchObject({ reason: 'Fenced' })
      await give(fresh, deposit('a', 1))
      expect(await balances()).toEqual({ a: 2 })
    })

    it('answers nothing from a shard that another server has taken over, not even that there is nothing to do', async () => {
      const { start, give } = await world()
      for (const command of [transfer('a', 'b', 1), { kind: 'Look', actor } as const]) {
        const old = await start()
        await start()
        await expect(give(old, command)).rejects.toMatchObject({ reason: 'Fenced' })
      }
    })

    it('asks to come back when as much waits as may wait', async () => {
      const { start, give } = await world({ waitingDecisions: 3 })
      const engine = await start()
      const answers = await Promise.allSettled([1, 2, 3, 4, 5].map((amount) => give(engine, deposit('a', amount))))
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
      expect((answers[4] as PromiseRejectedResult).reason).toMatchObject({ reason: 'Overloaded', retryAfterMs: expect.any(Number) })
      expect(await give(engine, deposit('a', 1))).toMatchObject({ seq: 4 })
    })

    it('writes what was decided before it stops, and takes nothing more', async () => {
      const { start, give, balances } = await world()
      const engine = await start()
      const last = give(engine, deposit('a', 1))
      await engine.close()
      expect(await last).toMatchObject({ seq: 1 })
      await expect(give(engine, deposit('a', 1))).rejects.toMatchObject({ reason: 'Stopping' })
      expect(await balances()).toEqual({ a: 1 })
    })

    it('tells notes after their commit in the order of their decisions, and again to who resumes', async () => {
      const { start, give, shard } = await world()
      const engine = await start()
      const received = listen(engine)
      await Promise.all([give(engine, deposit('a', 5)), give(engine, transfer('a', 'b', 1)), give(engine, transfer('a', 'b', 9))])
      expect(received.map(({ decision, data }) => [decision, data])).toEqual([
        [1, { account: 'a', balance: 5 }],
        [3, { account: 'a', balance: 4 }],
        [3, { account: 'b', balance: 1 }],
      ])
      const [first, second] = received.map(({ seq }) => seq)
      expect(await engine.notificationsAfter(shard.group, first!, ['everybody'], 'balances')).toEqual(received.slice(1))
      expect(await engine.notificationsAfter(shard.group, second!, ['everybody'], 'balances')).toEqual([])
      expect(await engine.notificationsAfter(shard.group, 0, ['desk:KEST'], 'balances')).toEqual([])
      expect(await (await start()).notificationsAfter(shard.group, 0, ['everybody'], 'balances')).toEqual(received)
    })

    it('11.7 gives no decision a number above its own fence, however many are made in a millisecond', async () => {
      const { start, give } = await world()
      const engine = await start()
      const received = listen(engine)
      const answers = await Promise.all(Array.from({ length: 200 }, () => give(engine, deposit('a', 1))))
      const decided = answers.map((answer) => accepted(answer))
      expect(received.filter(({ seq }, place) => timeOfNumber(seq) !== decided[place]!.at)).toEqual([])
      expect(decided.map(({ at }) => at - noon)).toEqual(Array.from({ length: 200 }, (_, place) => Math.floor(place / 63)))
    })

    it('says that it no longer keeps the notes somebody missed', async () => {
      const { start, give, shard } = await world({ notificationsKeptEvents: 5, housekeepingEveryEvents: 10 })
      const engine = await start()
      const received = listen(engine)
      for (let i = 1; i <= 21; i++) await give(engine, deposit('a', 1))
      await until(async () => (await engine.notificationsAfter(shard.group, 0, ['everybody'], 'balances')) === undefined)
      expect(await engine.notificationsAfter(shard.group, received[15]!.seq, ['everybody'], 'balances')).toHaveLength(5)
    })

    it('keeps a chain that replays from zero to the state in memory', async () => {
      const { start, give, journal, shard } = await world({ snapshotEveryEvents: 4 })
      const engine = await start()
      for (let i = 1; i <= 10; i++) await give(engine, deposit(`a${i}`, i), key(`k${i}`))
      await engine.close()
      const report = await checkJournal(journal, shard, ledgerMachine)
      expect(report).toMatchObject({ rows: 10, stateHash: engine.stateHash(shard.name), faults: [] })
    })
  })
}

let worlds = 0

function listen(engine: Ledgers): Notification[] {
  const received: Notification[] = []
  engine.onNotifications((notifications) => received.push(...notifications))
  return received
}

/** Waits for a condition, however slow the machine is. */
const until = (condition: () => Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => expect(await condition()).toBe(true), { timeout: 20_000, interval: 2 })

/**
 * Clients that never give up, against an engine whose commits are slow, fail or lose their answers, that is taken over in the middle of its work, and
 * whose clock jumps. There are two phases: first anything may go wrong, then nothing does and everything must settle down.
 */
import type { Instant } from '@parley/core'
import { expect } from 'vitest'
import { silent } from '../../src/log/log.ts'
import { canonicalJson } from '../../src/json/canonical-json.ts'
import { checkJournal } from '../../src/engine/check-journal.ts'
import { createEngineOn, type RunningEngine } from '../../src/engine/create-engine.ts'
import type { Shard } from '../../src/engine/engine.ts'
import { EngineUnavailable } from '../../src/engine/engine-unavailable.ts'
import type { Faults, Journal } from '../../src/engine/journal.ts'
import { ledgerMachine, ledgerProjector, type BalanceRow, type LedgerCommand, type LedgerEvent } from './ledger.ts'
import { seeded } from './random.ts'
import { createHandClock } from '../hand-clock.ts'

export type Torture = {
  readonly seed: number
  readonly steps: number
  readonly shard: Shard
  readonly open: (faults: Faults) => { readonly journal: Journal<BalanceRow>; readonly balances: () => Promise<Record<string, number>> }
  /** An external fault that happens from time to time. */
  readonly disturb?: () => Promise<unknown>
}

type SubmittedCommand = { readonly command: LedgerCommand; answers: string[] }
type Ledgers = RunningEngine<LedgerCommand, LedgerEvent>

export async function torture({
  seed,
  steps,
  shard,
  open,
  disturb = async () => undefined,
}: Torture): Promise<{ answered: number; faults: number }> {
  const random = seeded(seed)
  const odds = { CommitIsSlow: 0.05, CommitFails: 0.05, AnswerOfCommitIsLost: 0.05 }
  let calm = false
  let faultsSeen = 0
  const { journal, balances } = open((fault) => {
    const strikes = !calm && random() < odds[fault]
    faultsSeen += strikes ? 1 : 0
    return strikes
  })
  const clock = createHandClock(1_800_000_000_000 as Instant)
  const limits = { snapshotEveryEvents: 150, snapshotCharactersAtOnce: 100, housekeepingEveryEvents: 100, waitingDecisions: 60 }
  const receivedByReader: number[][] = []
  const engines: Ledgers[] = []
  const start = async (): Promise<Ledgers> => {
    const engine = await createEngineOn({
      shards: [shard],
      machine: ledgerMachine,
      projector: ledgerProjector,
      journal,
      now: clock.now,
      timers: clock.timers,
      log: silent,
      limits,
    })
    const received: number[] = []
    receivedByReader.push(received)
    engine.onNotifications((notifications) => received.push(...notifications.map(({ seq }) => seq)))
    engines.push(engine)
    return engine
  }
  /** A server that cannot read its journal does not start, and is started again. */
  const startSurely = (): Promise<Ledgers> => start().catch(startSurely)
  const asked: SubmittedCommand[] = []
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const inFlight = new Set<Promise<void>>()
  const ask = (engine: Ledgers, number: number) => {
    const one = asked[number]!
    const answer = engine
      .submit(shard.name, one.command, { scope: 'client', key: `key ${number}`, requestHash: JSON.stringify(one.command) })
      .then(
        (received) => void one.answers.push('refused' in received ? received.refused : `${received.seq} ${canonicalJson(received.events)}`),
        (error: unknown) => expect(error).toBeInstanceOf(EngineUnavailable),
      )
    inFlight.add(answer)
    void answer.finally(() => inFlight.delete(answer)).catch(() => undefined)
  }
  /** A patient client, which waits for an answer but not forever. */
  const someAnswer = async () => {
    const before = inFlight.size
    for (let i = 0; i < 300 && before > 0 && inFlight.size >= before; i++) await turn()
  }
  const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

  let engine = await startSurely()
  for (let step = 0; step < steps; step++) {
    const dice = random()
    if (dice < 0.7) ask(engine, asked.push({ command: invent(random, pick), answers: [] }) - 1)
    else if (dice < 0.8 && asked.length > 0) ask(engine, Math.floor(random() * asked.length))
    else if (dice < 0.85) clock.advance(Math.floor(random() * 700))
    else if (dice < 0.86) engine = await startSurely()
    else if (dice < 0.865) await disturb()
    else if (dice < 0.93) await turn()
    else await someAnswer()
  }
  calm = true
  // The server that lost its shard is not asked again. A new one is, until it has answered everything.
  engine = await startSurely()
  while (inFlight.size > 0 || asked.some(({ answers }) => answers.length === 0)) {
    asked.forEach(({ answers }, number) => answers.length === 0 && inFlight.size < 50 && ask(engine, number))
    clock.advance(100)
    await turn()
  }
  await Promise.all(engines.map((one) => one.close()))
  for (const { command, answers } of asked) expect([command, new Set(answers).size]).toEqual([command, 1])
  const report = await checkJournal(journal, shard, ledgerMachine)
  expect(report).toMatchObject({ faults: [], stateHash: engine.stateHash(shard.name) })
  expect(await balances()).toEqual(Object.fromEntries(report.state.balances))
  for (const received of receivedByReader) expect(received).toEqual(received.toSorted((a, b) => a - b))
  await eachOnce(journal, shard, asked)
  return { answered: asked.length, faults: faultsSeen }
}

function invent(random: () => number, pick: <T>(list: readonly T[]) => T): LedgerCommand {
  const actor = { desk: pick(['ORRY', 'KEST']) }
  const account = () => pick(['a', 'b', 'c', 'd', 'e'])
  const amount = 1 + Math.floor(random() * 20)
  const dice = random()
  if (dice < 0.4) return { kind: 'Deposit', actor, account: account(), amount }
  if (dice < 0.9) return { kind: 'Transfer', actor, from: account(), to: account(), amount }
  return { kind: 'Hold', actor, id: `hold ${random()}`, account: account(), amount, forMs: Math.floor(random() * 2000) }
}

/** Accepted: in the journal once, at the position given in the answer. Refused: not in it. */
async function eachOnce(journal: Journal<BalanceRow>, shard: Shard, asked: readonly SubmittedCommand[]): Promise<void> {
  const found = new Map<string, number>()
  for (let seq = 0; ;) {
    const entries = await journal.read(shard, seq, 1000)
    for (const { caller } of entries) if (caller !== undefined) found.set(caller.key, (found.get(caller.key) ?? 0) + 1)
    seq = entries.at(-1)?.seq ?? seq
    if (entries.length < 1000) break
  }
  const expected = asked.flatMap(({ answers }, number) => (answers[0] === 'BalanceTooLow' ? [] : [[`key ${number}`, 1] as const]))
  expect([...found].sort()).toEqual([...expected].sort())
}

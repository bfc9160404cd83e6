import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { checkJournal } from './check-journal.ts'
import { createPostgresJournal } from './postgres-journal.ts'
import { callerOf, crashShards, openCrashEngine, type SentCommand, type CommandAnswer } from '../../test/engine/crash-process.ts'
import { ledgerMachine, type BalanceRow } from '../../test/engine/ledger.ts'
import { seeded } from '../../test/engine/random.ts'

const KILLS = 12
const OUTSTANDING = 40

/** A client that never gives up: unanswered commands are sent to the next process again, under their own keys. */
function createClient(random: () => number) {
  const asked = new Map<string, SentCommand>()
  const answered = new Map<string, CommandAnswer>()
  const contradictions: string[] = []
  let number = 0
  const invent = (): SentCommand => {
    const account = () => `account ${Math.floor(random() * 12)}`
    const amount = 1 + Math.floor(random() * 9)
    const actor = { desk: 'ORRY' }
    const command: SentCommand['command'] =
      random() < 0.4
        ? { kind: 'Deposit', actor, account: account(), amount }
        : { kind: 'Transfer', actor, from: account(), to: account(), amount }
    return { shard: crashShards[random() < 0.5 ? 0 : 1]!.name, key: `key ${++number}`, command }
  }
  const open = () => [...asked.values()].filter(({ key }) => !answered.has(key))
  return {
    answered,
    contradictions,
    asked,
    /** Sends everything that is still open again, some of what was answered, and new commands. */
    talkTo(child: ChildProcess) {
      const send = (one: SentCommand) => {
        asked.set(one.key, one)
        // Responses of a process that was just killed are still read from its pipe. A write to it then fails, and the command stays open.
        if (child.connected) child.send(one, () => undefined)
      }
      child.on('message', (answer: CommandAnswer | 'serving') => {
        if (answer === 'serving' || 'unavailable' in answer) return
        const before = answered.get(answer.key)
        if (before !== undefined && JSON.stringify(before) !== JSON.stringify(answer))
          contradictions.push(`${JSON.stringify(before)}, then ${JSON.stringify(answer)}`)
        answered.set(answer.key, answer)
        const old = asked.get(`key ${1 + Math.floor(random() * number)}`)
        if (random() < 0.1 && old !== undefined) send(old)
        if (open().length < OUTSTANDING) send(invent())
      })
      open().forEach(send)
      while (open().length < OUTSTANDING) send(invent())
    },
  }
}

it('loses nothing that was acknowledged and does nothing twice, killed at any moment', { timeout: 180_000 }, async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = seeded(seed)
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-crash-'))
  chmodSync(dataDir, 0o755)
  const client = createClient(random)
  /** Some processes serve for a while; others are killed while starting. */
  const enoughWork = async (child: ChildProcess) => {
    await once(child, 'message')
    const until = client.answered.size + 1 + Math.floor(random() * 400)
    const enough = new Promise<void>((resolve) => child.on('message', () => client.answered.size >= until && resolve()))
    client.talkTo(child)
    await enough
  }
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const child = fork(fileURLToPath(new URL('../../test/engine/crash-process.ts', import.meta.url)), [dataDir])
      const ended = once(child, 'exit')
      if (kill % 3 === 2) await delay(random() * 400)
      else await enoughWork(child)
      child.kill('SIGKILL')
      await ended
    }
    await verify(dataDir, client)
  } catch (error) {
    throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

async function verify(dataDir: string, client: ReturnType<typeof createClient>): Promise<void> {
  const { database, engine } = await openCrashEngine(dataDir)
  try {
    expect(client.contradictions).toEqual([])
    const rows = await database.sql<{ key: string; times: number }[]>`
      select key, count(*)::int as times from journal where key is not null group by key`
    const times = new Map(rows.map((row) => [row.key, row.times]))
    expect(rows.filter((row) => row.times !== 1)).toEqual([])
    for (const answer of client.answered.values()) expect([answer, times.get(answer.key) ?? 0]).toEqual([answer, 'seq' in answer ? 1 : 0])
    // Every key gets its first response again.
    for (const answer of [...client.answered.values()].slice(-500)) {
      const asked = client.asked.get(answer.key)!
      const again = await engine.submit(asked.shard, asked.command, callerOf(asked))
      expect('refused' in again ? { key: answer.key, refused: again.refused } : { key: answer.key, seq: again.seq }).toEqual(answer)
    }
    for (const shard of crashShards) {
      const report = await checkJournal(
        createPostgresJournal(database.sql, () => []),
        shard,
        ledgerMachine,
      )
      expect(report).toMatchObject({ faults: [], stateHash: engine.stateHash(shard.name) })
      const read = await database.sql<
        BalanceRow[]
      >`select account, balance from ledger_balance where shard = ${shard.name} order by account`
      expect(read.map(({ account, balance }) => [account, balance])).toEqual([...report.state.balances].sort())
    }
    expect(client.answered.size).toBeGreaterThan(KILLS)
  } finally {
    await engine.close()
    await database.close()
  }
}

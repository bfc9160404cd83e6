/**
 * Writes the past in a process of its own. A thread of the demo would leave about 65 MiB behind, because the allocator keeps what a thread has
 * freed.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createDatabase, silent, StartProblem } from '@parley/server'
import type { Seeded } from '../seed.ts'
import type { FromPast, ToPast } from './past-messages.ts'
import type { DemoPastSetting } from './write-demo-past.ts'

/** There are many short-lived objects, and the process ends soon. */
const LARGE_HEAP = '--max-semi-space-size=32'
/** Two programs that watch the same files would start each other again. */
const isInherited = (flag: string): boolean => !flag.startsWith('--watch')

/** Resolves when the process has ended. */
export async function writePastInProcess({ signal, ...setting }: DemoPastSetting): Promise<Seeded | undefined> {
  signal?.throwIfAborted()
  const writer = fork(fileURLToPath(new URL('past-writer.ts', import.meta.url)), {
    execArgv: [...process.execArgv.filter(isInherited), LARGE_HEAP],
  })
  const ended = new Promise<void>((resolve) => writer.once('exit', () => resolve()).once('error', () => resolve()))
  const send = (message: ToPast): boolean => writer.connected && writer.send(message)
  const stop = (): boolean => send({ kind: 'STOP' })
  signal?.addEventListener('abort', stop, { once: true })
  try {
    // On this core, while the process loads its modules on the other one.
    createDatabase({ dataDir: setting.dataDir, url: setting.databaseUrl, log: silent })
    send({ kind: 'WRITE', setting })
    const outcome = await outcomeOf(writer)
    signal?.throwIfAborted()
    if (outcome.kind === 'WRITTEN') return outcome.seeded
    throw outcome.startProblem === undefined ? new Error(outcome.sentence) : new StartProblem(outcome.startProblem, outcome.sentence)
  } finally {
    signal?.removeEventListener('abort', stop)
    if (writer.connected) writer.disconnect()
    await ended
  }
}

const outcomeOf = (writer: ChildProcess): Promise<FromPast> =>
  new Promise((resolve, reject) => {
    writer.once('message', (outcome) => resolve(outcome as FromPast))
    writer.once('error', reject)
    writer.once('exit', () => reject(new Error('The process that writes the past has stopped.')))
  })

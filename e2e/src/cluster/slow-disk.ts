/** A database whose disk is slow: each commit waits, and now and then nothing gets on for a while. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { Installation } from './installation.ts'

/** The longest that PostgreSQL allows, for every commit. */
const SLOW_COMMITS = "commit_delay = '100000us'\ncommit_siblings = 0\n"
const STALLS = 3
/** Shorter and longer than the time after which a silent process owns nothing. */
const STALL_LEAST_MS = 500
const STALL_MORE_MS = 2_000
const APART_MS = 700

/** `begun` is called when commits are slow. They are not any more when it resolves. */
export async function slowDisk(place: Installation, random: Random, begun: () => void): Promise<void> {
  const file = join(place.dataDir, 'postgres', 'postgresql.auto.conf')
  const before = readFileSync(file, 'utf8')
  const set = (settings: string) => {
    writeFileSync(file, settings)
    process.kill(place.databasePid(), 'SIGHUP')
  }
  set(`${before}${SLOW_COMMITS}`)
  begun()
  try {
    for (let stalls = STALLS; stalls > 0; stalls -= 1) {
      await delay(APART_MS)
      await stall(processesOf(place.databasePid()), STALL_LEAST_MS + random() * STALL_MORE_MS)
    }
  } finally {
    set(before)
  }
}

async function stall(pids: readonly number[], ms: number): Promise<void> {
  pids.forEach((pid) => signal(pid, 'SIGSTOP'))
  try {
    await delay(ms)
  } finally {
    pids.forEach((pid) => signal(pid, 'SIGCONT'))
  }
}

/** One process of the database may have ended. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch {
    return
  }
}

/** One for each connection, and those that write in the background. */
function processesOf(parent: number): readonly number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'ppid=']).toString().trim().split('\n')
  return rows.map((row) => row.trim().split(/\s+/).map(Number)).flatMap(([pid, above]) => (above === parent ? [pid!] : []))
}

/** The jobs of workers that share them (decision 1037). */
import { afterEach, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { silent } from '../log/log.ts'
import type { Ownership } from './divide-work.ts'
import { leasedJobs, type JobName } from './jobs.ts'
import { jobLeases } from './leases.ts'
import { clusterLimits } from './limits.ts'

const database = withTestDatabase()
const names: readonly JobName[] = [
  'account_checks',
  'journal_checks',
  'leaderboard',
  'mail',
  'mark_history',
  'reconciliation',
  'settlement',
]
const shares: Ownership[] = []
afterEach(async () => {
  for (const share of shares.splice(0)) await share.close()
})

/** How often each job runs at the moment, and how often it did at most. */
const running = new Map<JobName, { now: number; most: number }>(names.map((name) => [name, { now: 0, most: 0 }]))

async function worker(isReachable = () => true): Promise<Ownership> {
  const jobs = leasedJobs({ sql: database.sql, log: silent, isReachable })
  for (const name of names) {
    const counted = running.get(name)!
    await jobs.run(name, () => {
      counted.now += 1
      counted.most = Math.max(counted.most, counted.now)
      return { close: () => void (counted.now -= 1) }
    })
  }
  const share = await jobs.begin()
  shares.push(share)
  return share
}

const counts = () => names.map((name) => running.get(name)!.now)
const every = (count: number) => names.map(() => count)

it('does each job in one of several processes, and gives the jobs of one that ends to the others', async () => {
  const first = await worker()
  await expect.poll(counts).toEqual(every(1))
  const second = await worker()
  const all = () => [...first.owned(), ...second.owned()].toSorted()
  await expect.poll(() => second.owned().size).toBeGreaterThan(0)
  await expect.poll(all).toEqual([...names])
  expect(counts()).toEqual(every(1))
  await first.close()
  await expect.poll(() => [...second.owned()].toSorted()).toEqual([...names])
  expect(counts()).toEqual(every(1))
  expect([...running.values()].map(({ most }) => most)).toEqual(every(1))
})

it('leaves its jobs to the others while it cannot be reached, and keeps them if none can be', async () => {
  let [isFirstReachable, isSecondReachable] = [true, true]
  const first = await worker(() => isFirstReachable)
  const second = await worker(() => isSecondReachable)
  const share = () => second.owned().size
  await expect.poll(share).toBeGreaterThan(0)
  isFirstReachable = false
  await expect.poll(share, { timeout: 20_000 }).toBe(names.length)
  expect(first.owned().size).toBe(0)
  await expect.poll(counts).toEqual(every(1))
  isSecondReachable = false
  // Longer than it took to leave them.
  await new Promise((resolve) => setTimeout(resolve, 3 * clusterLimits.memberSilentMs))
  expect(share()).toBe(names.length)
  isFirstReachable = true
  await expect.poll(() => first.owned().size, { timeout: 20_000 }).toBe(names.length)
  await expect.poll(counts).toEqual(every(1))
})

it('ends a job whose lease another process has taken, as after a pause of this one, and begins it again when that one is silent', async () => {
  const share = await worker()
  await expect.poll(counts).toEqual(every(1))
  const leases = jobLeases(database.sql)
  await leases.announce('another', 'UNWANTED')
  const epoch = await leases.take('settlement', 'another')
  await expect.poll(() => running.get('settlement')!.now).toBe(0)
  expect(share.owned().has('settlement')).toBe(false)
  // It does not announce itself again.
  await expect.poll(counts).toEqual(every(1))
  expect(await leases.take('settlement', 'a third')).toBe(epoch + 2)
})

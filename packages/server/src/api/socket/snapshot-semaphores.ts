/** Lists that sockets of a desk read at the start of a channel: a few at once, so that one desk leaves capacity of the database to the others. */
import { createSemaphore, type Semaphore } from '../../queues/semaphore.ts'
import { socketLimits } from './limits.ts'

/** Undefined, with nothing read, if too many of the desk are already waiting. */
export type ReadSnapshot = (desk: string, read: () => Promise<void>) => Promise<void> | undefined

export function createSnapshotSemaphores(): ReadSnapshot {
  const desks = new Map<string, Semaphore>()
  return (desk, read) => {
    const known =
      desks.get(desk) ?? createSemaphore({ atOnce: socketLimits.snapshotsAtOncePerDesk, waitingMost: socketLimits.snapshotsWaitingPerDesk })
    desks.set(desk, known)
    return known.take('Usual', read)
  }
}

import { expect, it } from 'vitest'
import { socketLimits } from './limits.ts'
import { createSnapshotSemaphores } from './snapshot-semaphores.ts'

it('of a desk so many lists wait, and one more is not read; those of another desk are', async () => {
  const read = createSnapshotSemaphores()
  let done = 0
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const list = async (): Promise<void> => {
    await answered
    done += 1
  }
  const most = socketLimits.snapshotsAtOncePerDesk + socketLimits.snapshotsWaitingPerDesk
  const reading = Array.from({ length: most }, () => read('KEST', list))
  expect(reading.filter((one) => one === undefined)).toEqual([])
  expect(read('KEST', list)).toBeUndefined()
  const other = read('ORRY', list)
  expect(other).toBeDefined()
  answer()
  await Promise.all([...reading, other])
  expect(done).toBe(most + 1)
})

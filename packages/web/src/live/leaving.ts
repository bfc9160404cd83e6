/** Signing out: from its call until the answer, the server ends the session and would refuse whatever else the screen asks. */
import { limits } from './limits.ts'

let left: Promise<void> | undefined
const underWay = new Set<Promise<unknown>>()

/** Settles when the leaving that is under way is over; undefined where nobody leaves. */
export const leavingNow = (): Promise<void> | undefined => left

/** Leaving waits for this call. */
export function beforeLeaving<Answer>(call: Promise<Answer>): Promise<Answer> {
  const over = () => void underWay.delete(call)
  underWay.add(call)
  call.then(over, over)
  return call
}

/** The first call of `work` is the one that leaves. Those sent before it are answered first, because they may take another way to the server. */
export async function whileLeaving(work: () => Promise<void>): Promise<void> {
  await answered()
  const leaving = work()
  const over = () => void (left = undefined)
  left = leaving.then(over, over)
  await leaving
}

/** Somebody who leaves waits no longer than a call may take: one that hangs keeps nobody. */
async function answered(): Promise<void> {
  if (underWay.size === 0) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<void>((resolve) => (timer = setTimeout(resolve, limits.leavingWaitsMs)))
  await Promise.race([Promise.allSettled(underWay), tooLong])
  clearTimeout(timer)
}

/** Sign-out: until its response arrives, the server may already have ended the session and refuse other calls. */
import { limits } from './limits.ts'

let left: Promise<void> | undefined
const underWay = new Set<Promise<unknown>>()

/** Resolves when the current sign-out has finished. Undefined if there is none. */
export const leavingNow = (): Promise<void> | undefined => left

/** Sign-out waits for this call. */
export function beforeLeaving<Answer>(call: Promise<Answer>): Promise<Answer> {
  const over = () => void underWay.delete(call)
  underWay.add(call)
  call.then(over, over)
  return call
}

/** The first call of `work` is the sign-out. Earlier calls are completed first, because they may reach the server by another route. */
export async function whileLeaving(work: () => Promise<void>): Promise<void> {
  await answered()
  const leaving = work()
  const over = () => void (left = undefined)
  left = leaving.then(over, over)
  await leaving
}

/** Sign-out waits only as long as a call may take, so a hanging call does not block it. */
async function answered(): Promise<void> {
  if (underWay.size === 0) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<void>((resolve) => (timer = setTimeout(resolve, limits.leavingWaitsMs)))
  await Promise.race([Promise.allSettled(underWay), tooLong])
  clearTimeout(timer)
}

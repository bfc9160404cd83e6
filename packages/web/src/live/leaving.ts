/** Signing out: from its call until the answer, the server ends the session and would refuse whatever else the screen asks. */
let left: Promise<void> | undefined

/** Settles when the leaving that is under way is over; undefined where nobody leaves. */
export const leavingNow = (): Promise<void> | undefined => left

/** The first call of `work` is the one that leaves. */
export async function whileLeaving(work: () => Promise<void>): Promise<void> {
  const leaving = work()
  const over = () => void (left = undefined)
  left = leaving.then(over, over)
  await leaving
}

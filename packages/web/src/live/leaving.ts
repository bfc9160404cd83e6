/** A leaving page sends no more calls: the server, which is ending the session, would refuse them. */
let leaves = false

export const isLeaving = (): boolean => leaves

export async function whileLeaving(work: () => Promise<void>): Promise<void> {
  leaves = true
  try {
    await work()
  } finally {
    leaves = false
  }
}

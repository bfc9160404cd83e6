/** Whoever leaves asks nothing more: what is asked while the server ends the session is refused. */
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

import { useState } from 'react'

/** The work of one button: busy until it is done. `run` returns whether it succeeded. */
export function useAttempt(onFailed: (error: unknown) => void) {
  const [isBusy, setIsBusy] = useState(false)
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setIsBusy(true)
    try {
      await work()
      return true
    } catch (error) {
      onFailed(error)
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}

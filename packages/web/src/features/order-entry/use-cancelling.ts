/** Cancels orders. A button stays busy until its own response, and a failed cancellation is reported. */
import { useState } from 'react'
import { toast } from '../../components/toasts.ts'
import { cancelFailed } from '../../live/cancel-failed.ts'

export function useCancelling(/** The kind of order in the keys of the messages. */ kind: string) {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const run = async (name: string, cancel: () => Promise<unknown>) => {
    setBusy((before) => new Set([...before, name]))
    try {
      await cancel()
    } catch (error) {
      toast({ key: `${kind}-cancel-${name}`, ...cancelFailed('Cancel failed', error) })
    } finally {
      setBusy((before) => new Set([...before].filter((one) => one !== name)))
    }
  }
  return { isBusy: (name: string): boolean => busy.has(name), run }
}

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

type Cancel = (order: { readonly id: string }) => Promise<unknown>

/** The same for a product whose orders are cancelled one by one: `one` cancels an order. */
export function useOrderCancelling(kind: string, cancel: Cancel) {
  const { isBusy, run } = useCancelling(kind)
  return { isBusy, run, one: (order: { readonly id: string }) => run(order.id, () => cancel(order)) }
}

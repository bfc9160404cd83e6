/** Cancelling quotes: one, several, a side, an RFQ or market, or all. The outcome is shown with its sequence number. */
import { type AnyOrder, cancelOrder, cancelOrders, isResting } from '@parley/client'
import { type FenceView, protectionCalls, type UnreachedView } from '@parley/contracts'
import { useCallback, useState } from 'react'
import { toast } from '../../components/toasts.ts'
import { send, write } from '../../live/api.ts'
import { orderBookBase } from '../../live/order-book-base.ts'
import { rememberCancels } from '../../live/locally-cancelled.ts'
import { useSpreadDeals } from '../../live/spread-deals.ts'
import { useLive } from '../../live/store.ts'
import { errorMessage } from '../../live/loadable.ts'
import { cancelFailed } from '../../live/cancel-failed.ts'
import { reachText } from '../protection/resetting.ts'
import { isCovered, type PullCall } from './pull-plan.ts'

type Pulled = { readonly count: number; readonly fences: readonly FenceView[]; readonly unreached?: readonly UnreachedView[] | undefined }

async function pull(one: PullCall): Promise<Pulled> {
  const held: readonly AnyOrder[] = [...useLive.getState().orders.values(), ...useSpreadDeals.getState().orders.values()]
  const resting = held.filter((order) => isResting(order) && isCovered(order, one))
  rememberCancels(resting.map(({ id }) => id))
  switch (one.kind) {
    case 'ALL': {
      const { canceled, ...reached } = await write(protectionCalls.cancelAll, { body: one.body })
      return { count: canceled.count, ...reached }
    }
    case 'IN_CURRENCY':
      return send(cancelOrders(one.scope, orderBookBase()))
  }
}

function cancelOne(order: AnyOrder): Promise<unknown> {
  rememberCancels([order.id])
  return send(
    order.audience === 'SPREADS' ? useSpreadDeals.getState().calls!.cancelSpreadOrder(order) : cancelOrder(order, orderBookBase()),
  )
}

const say = (error: unknown) => toast({ key: 'pulled', ...cancelFailed('Cancel failed', error) })
const quotesText = (count: number): string => `${count} ${count === 1 ? 'quote' : 'quotes'} cancelled`

export type Pulling = ReturnType<typeof usePulling>

/** Names the call in progress, so that its own button shows the spinner. */
export function usePulling() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const isBusy = useCallback((name: string): boolean => busy.has(name), [busy])
  const during = async (name: string, act: () => Promise<void>) => {
    setBusy((before) => new Set([...before, name]))
    try {
      await act()
    } catch (error) {
      say(error)
    }
    setBusy((before) => new Set([...before].filter((one) => one !== name)))
  }
  return {
    isBusy,
    one: (name: string, order: AnyOrder) => during(name, async () => void (await cancelOne(order))),
    /** Each separately, so that one that has just traded does not affect the others. */
    several: (name: string, orders: readonly AnyOrder[]) =>
      during(name, async () => {
        const outcomes = await Promise.allSettled(orders.map(cancelOne))
        const failed = outcomes.filter((outcome) => outcome.status === 'rejected')
        const title = quotesText(outcomes.length - failed.length)
        if (failed.length === 0) toast({ key: 'pulled', tone: 'done', title })
        else toast({ key: 'pulled', tone: 'warn', title, text: `${failed.length} failed: ${errorMessage(failed[0]!.reason)}` })
      }),
    many: (name: string, calls: readonly PullCall[]) =>
      during(name, async () => {
        const pulled = await Promise.all(calls.map(pull))
        const count = pulled.reduce((sum, one) => sum + one.count, 0)
        const [fences, unreached] = [pulled.flatMap((one) => one.fences), pulled.flatMap((one) => one.unreached ?? [])]
        const tone = unreached.length === 0 ? 'done' : 'warn'
        toast({ key: 'pulled', tone, title: quotesText(count), text: reachText({ fences, unreached }) })
      }),
  }
}

/**
 * How a maker reacts, in all kinds of RFQs, when a protection cancels its quotes: it stops quoting the product, reviews what happened as a person
 * would, and resets the protection. One reset for each review, however many products have triggered in the meantime.
 */
import type { Client, Socket } from '@parley/client'
import { directRfqCalls, type ProtectionChangeView } from '@parley/contracts'
import type { Random } from '../exchange/random.ts'
import { afterBlocking, unblocked, type BlockingEvent } from './blocked-products.ts'
import { between } from './chance.ts'
import { limits } from './limits.ts'
import type { Timers } from './timers.ts'

export interface ProtectionWatch {
  /** The desk's quotes in the product are gone. */
  onBlocked(listener: (product: string) => void): void
  isBlocked(products: readonly string[]): boolean
  /** A refusal may report it before the channel does. */
  refused(products: readonly string[]): void
}

export type ProtectionSetting = {
  readonly client: Client
  /** From either API version: the channel is the same at every endpoint. */
  readonly socket: Socket
  readonly random: Random
  readonly timers: Timers
  readonly onProblem: (error: unknown) => void
}

export function watchProtection({ client, socket, random, timers, onProblem }: ProtectionSetting): ProtectionWatch {
  let blocked = unblocked
  const listeners: ((product: string) => void)[] = []

  function apply(event: BlockingEvent): void {
    const { next, lost, then } = afterBlocking(blocked, event)
    blocked = next
    for (const product of lost) for (const listener of listeners) listener(product)
    if (then === 'LOOK') look(between(random, limits.resetAfterLeastMs, limits.resetAfterMostMs))
    if (then === 'RESET') void reset()
  }

  const look = (forMs: number): void => timers.later(forMs, () => apply({ kind: 'LOOKED' }))

  async function reset(): Promise<void> {
    try {
      await client.call(directRfqCalls.resetMmp, {})
      apply({ kind: 'ALL_RESET' })
    } catch (error) {
      onProblem(error)
      look(limits.resetAfterMostMs)
    }
  }

  socket.subscribe<ProtectionChangeView>(
    'market_maker_protection',
    ({ event, data }) => {
      if (event === 'SNAPSHOT') return
      apply(data.kind === 'TRIGGERED' ? { kind: 'TRIGGERED', products: [data.product] } : { kind: 'RESET', product: data.product })
    },
    { onRefused: (message) => onProblem(new Error(message)) },
  )
  return {
    onBlocked: (listener) => void listeners.push(listener),
    isBlocked: (products) => products.some((product) => blocked.products.has(product)),
    refused: (products) => apply({ kind: 'TRIGGERED', products }),
  }
}

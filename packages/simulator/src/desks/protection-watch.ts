/**
 * What a maker does, over both flows, when a protection pulls its quotes: it quotes no more in that product, looks at what happened as a person would, and lets
 * itself quote again. One reset for one look, however many products have fired meanwhile.
 */
import type { Client, Socket } from '@parley/client'
import { directRfqCalls, type ProtectionChangeView } from '@parley/contracts'
import type { Random } from '../deribit/random.ts'
import { between } from './chance.ts'
import { limits } from './limits.ts'
import type { Timers } from './timers.ts'

export interface ProtectionWatch {
  /** The desk's quotes in the product are gone. */
  onFrozen(listener: (product: string) => void): void
  isFrozen(products: readonly string[]): boolean
  /** A refusal may tell of it before the channel does. */
  refused(products: readonly string[]): void
}

export type ProtectionSetting = {
  readonly client: Client
  readonly socket: Socket
  readonly random: Random
  readonly timers: Timers
  readonly onProblem: (error: unknown) => void
}

export function watchProtection({ client, socket, random, timers, onProblem }: ProtectionSetting): ProtectionWatch {
  const frozen = new Set<string>()
  const listeners: ((product: string) => void)[] = []
  let isLooking = false

  function freeze(product: string): void {
    if (!frozen.has(product)) {
      frozen.add(product)
      for (const listener of listeners) listener(product)
    }
    if (isLooking) return
    isLooking = true
    timers.later(between(random, limits.resetAfterLeastMs, limits.resetAfterMostMs), () => void reset())
  }

  async function reset(): Promise<void> {
    try {
      // Its time may have passed by itself.
      if (frozen.size > 0) await client.call(directRfqCalls.resetMmp, {})
      frozen.clear()
      isLooking = false
    } catch (error) {
      onProblem(error)
      timers.later(limits.resetAfterMostMs, () => void reset())
    }
  }

  socket.subscribe<ProtectionChangeView>(
    'market_maker_protection',
    ({ event, data }) => {
      if (event === 'SNAPSHOT') return
      if (data.kind === 'TRIGGERED') freeze(data.product)
      else frozen.delete(data.product)
    },
    { onRefused: (message) => onProblem(new Error(message)) },
  )
  return {
    onFrozen: (listener) => void listeners.push(listener),
    isFrozen: (products) => products.some((product) => frozen.has(product)),
    refused: (products) => products.forEach(freeze),
  }
}

/**
 * What a maker does, over both flows, when a protection pulls its quotes: it quotes no more in that product, looks at what happened as a person would, and lets
 * itself quote again. One reset for one look, however many products have fired meanwhile.
 */
import type { Client, Socket } from '@parley/client'
import { directRfqCalls, type ProtectionChangeView } from '@parley/contracts'
import type { Random } from '../deribit/random.ts'
import { between } from './chance.ts'
import { hearFreeze, unfrozen, type FreezeWord } from './freezes.ts'
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
  let freezes = unfrozen
  const listeners: ((product: string) => void)[] = []

  function hear(word: FreezeWord): void {
    const { next, lost, then } = hearFreeze(freezes, word)
    freezes = next
    for (const product of lost) for (const listener of listeners) listener(product)
    if (then === 'LOOK') look(between(random, limits.resetAfterLeastMs, limits.resetAfterMostMs))
    if (then === 'RESET') void reset()
  }

  const look = (forMs: number): void => timers.later(forMs, () => hear({ kind: 'LOOKED' }))

  async function reset(): Promise<void> {
    try {
      await client.call(directRfqCalls.resetMmp, {})
      hear({ kind: 'RESET' })
    } catch (error) {
      onProblem(error)
      look(limits.resetAfterMostMs)
    }
  }

  socket.subscribe<ProtectionChangeView>(
    'market_maker_protection',
    ({ event, data }) => {
      if (event === 'SNAPSHOT') return
      hear(data.kind === 'TRIGGERED' ? { kind: 'FIRED', products: [data.product] } : { kind: 'THAWED', product: data.product })
    },
    { onRefused: (message) => onProblem(new Error(message)) },
  )
  return {
    onFrozen: (listener) => void listeners.push(listener),
    isFrozen: (products) => products.some((product) => freezes.frozen.has(product)),
    refused: (products) => hear({ kind: 'FIRED', products }),
  }
}

/**
 * What each gateway counts or issues in memory, told to the others, so that a desk or an attacker finds the same counts at each of them (decision 1037).
 * A message that is lost is a count that is missing at the others.
 */
import { randomUUID } from 'node:crypto'
import type { Network } from './network.ts'

export type Echo = {
  /** Whether there may be others. */
  readonly hasOthers: boolean
  /** Calls `hear` with what others tell about the topic. Returns the function that tells them. Messages are JSON. */
  on<Message>(topic: string, hear: (message: Message) => void): (message: Message) => void
}

/** In a process without others. */
export const noEcho: Echo = { hasOthers: false, on: () => () => undefined }

/** Counts of the same moment share a message. */
const TOGETHER_MS = 5

type Told = { readonly from: string; readonly all: readonly (readonly [topic: string, message: unknown])[] }

export function createEcho({
  network,
  subject,
}: {
  readonly network: Pick<Network, 'publish' | 'subscribe'>
  readonly subject: string
}): Echo & {
  close(): void
} {
  const from = randomUUID()
  const listeners = new Map<string, (message: unknown) => void>()
  let waiting: [string, unknown][] = []
  let timer: NodeJS.Timeout | undefined
  const send = () => {
    timer = undefined
    const all = waiting
    waiting = []
    network.publish(subject, JSON.stringify({ from, all } satisfies Told))
  }
  const stop = network.subscribe(subject, (text) => {
    const told = JSON.parse(text) as Told
    if (told.from === from) return
    for (const [topic, message] of told.all) listeners.get(topic)?.(message)
  })
  return {
    hasOthers: true,
    on<Message>(topic: string, hear: (message: Message) => void) {
      listeners.set(topic, hear as (message: unknown) => void)
      return (message: Message) => {
        waiting.push([topic, message])
        timer ??= setTimeout(send, TOGETHER_MS)
      }
    },
    close() {
      stop()
      clearTimeout(timer)
    },
  }
}

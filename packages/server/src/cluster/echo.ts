/**
 * Messages between gateways about what each of them counts or issues in memory, so that a desk or an attacker finds the same counts at each of them
 * (decision 1037). A message that is lost is a count that is missing at the others.
 */
import { randomUUID } from 'node:crypto'
import type { Network } from './network.ts'

export type Echo = {
  /** Whether there may be others. */
  readonly hasOthers: boolean
  /** Calls `receive` with the messages of others about the topic. Returns the function that sends one to them. Messages are JSON. */
  on<Message>(topic: string, receive: (message: Message) => void): (message: Message) => void
}

/** In a process without others. */
export const noEcho: Echo = { hasOthers: false, on: () => () => undefined }

/** Counts of the same moment share a message. */
const TOGETHER_MS = 5

type Notices = { readonly from: string; readonly all: readonly (readonly [topic: string, message: unknown])[] }

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
    network.publish(subject, JSON.stringify({ from, all } satisfies Notices))
  }
  const stop = network.subscribe(subject, (text) => {
    const notices = JSON.parse(text) as Notices
    if (notices.from === from) return
    for (const [topic, message] of notices.all) listeners.get(topic)?.(message)
  })
  return {
    hasOthers: true,
    on<Message>(topic: string, receive: (message: Message) => void) {
      listeners.set(topic, receive as (message: unknown) => void)
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

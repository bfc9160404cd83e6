/** A network in memory, and one that loses the messages that a test names. */
import { setTimeout as delay } from 'node:timers/promises'
import { NoReply, type Network } from '../../src/cluster/network.ts'

/** Messages arrive in a later turn of the event loop, in their order. */
export function createMemoryNetwork(): Network {
  const servers = new Map<string, Set<(text: string) => Promise<string | undefined>>>()
  const readers = new Map<string, Set<(text: string) => void>>()
  return {
    async request(subject, text, timeoutMs) {
      await delay(0)
      const asked = [...(servers.get(subject) ?? [])]
      if (asked.length === 0) throw new NoReply(subject, 'UNSERVED')
      // The first answer counts, and a server without an answer does not.
      const first = Promise.any(asked.map(async (answer) => (await answer(text)) ?? Promise.reject(new Error('no answer'))))
      const late = delay(timeoutMs, undefined, { ref: false })
      const reply = await Promise.race([first.catch(() => late), late])
      await delay(0)
      if (typeof reply !== 'string') throw new NoReply(subject, 'SILENT')
      return reply
    },
    async serve(subject, answer) {
      const open = new Set<Promise<unknown>>()
      const answering = (text: string) => {
        const answered = answer(text)
        open.add(answered)
        void answered.finally(() => open.delete(answered)).catch(() => undefined)
        return answered
      }
      servers.set(subject, (servers.get(subject) ?? new Set()).add(answering))
      return {
        async end() {
          servers.get(subject)!.delete(answering)
          await Promise.allSettled(open)
        },
      }
    },
    publish(subject, text) {
      for (const listener of readers.get(subject) ?? []) setImmediate(listener, text)
    },
    subscribe(subject, listener) {
      readers.set(subject, (readers.get(subject) ?? new Set()).add(listener))
      return () => void readers.get(subject)!.delete(listener)
    },
    isConnected: () => true,
    close: () => Promise.resolve(),
  }
}

export type Lost = 'REQUEST' | 'REPLY' | 'NEWS'
const NOTICED_AFTER_MS = 5

/** Loses the next message of each kind in `lost`. */
export function losing(network: Network, lost: Lost[]): Network {
  const loses = (what: Lost): boolean => {
    const place = lost.indexOf(what)
    if (place >= 0) lost.splice(place, 1)
    return place >= 0
  }
  const silence = async (subject: string): Promise<never> => {
    await delay(NOTICED_AFTER_MS)
    throw new NoReply(subject, 'SILENT')
  }
  return {
    ...network,
    async request(subject, text, timeoutMs) {
      if (loses('REQUEST')) return silence(subject)
      const reply = await network.request(subject, text, timeoutMs)
      return loses('REPLY') ? silence(subject) : reply
    },
    publish(subject, text) {
      if (!loses('NEWS')) network.publish(subject, text)
    },
  }
}

/**
 * The version of the messages between processes, so that two releases can run at the same time (decision 1052). A message begins with the lowest version
 * that reads it. A process of a lower version refuses it and does nothing.
 */
import { NoReply, type Network } from './network.ts'

export type Wire = {
  /** Everything up to this version is read. It is raised when a release learns to read something new. */
  readonly version: number
  /** Its own messages need a reader of this version. It is raised one release later, when every process reads the new version. */
  readonly needed: number
}

export const wire: Wire = { version: 1, needed: 1 }

/** The reply to a request that the process cannot read. It has no version, so that every version reads it. */
const UNREAD = 'unread'

const stamped = (text: string, needed: number): string => `${needed} ${text}`

/** Undefined if this version does not read it. */
function textIn(message: string, version: number): string | undefined {
  const end = message.indexOf(' ')
  const needed = /^\d+$/.test(message.slice(0, Math.max(end, 0))) ? Number(message.slice(0, end)) : Infinity
  return needed <= version ? message.slice(end + 1) : undefined
}

/** Messages of another version that cannot be read are lost, which the journal repairs, and requests are refused. */
export function versionedNetwork(network: Network, { version, needed }: Wire = wire): Network {
  return {
    ...network,
    async request(subject, text, timeoutMs) {
      const reply = await network.request(subject, stamped(text, needed), timeoutMs)
      const read = reply === UNREAD ? undefined : textIn(reply, version)
      if (read === undefined) throw new NoReply(subject, 'UNREAD')
      return read
    },
    serve: (subject, answer) =>
      network.serve(subject, async (message) => {
        const text = textIn(message, version)
        if (text === undefined) return UNREAD
        const reply = await answer(text)
        return reply === undefined ? undefined : stamped(reply, needed)
      }),
    publish: (subject, text) => network.publish(subject, stamped(text, needed)),
    subscribe: (subject, listener) =>
      network.subscribe(subject, (message) => {
        const text = textIn(message, version)
        if (text !== undefined) listener(text)
      }),
  }
}

/** A network whose messages are encrypted, because they contain what is encrypted in the database too (decision 1048). */
import type { Sealing } from '../engine/sealed-journal.ts'
import type { Network } from './network.ts'

/** A message is bound to its subject, so it cannot be opened if it is sent to another one. */
export function sealedNetwork(network: Network, { seal, open }: Sealing): Network {
  return {
    ...network,
    request: async (subject, text, timeoutMs) => open(await network.request(subject, seal(text, subject), timeoutMs), subject),
    serve: (subject, answer) =>
      network.serve(subject, async (text) => {
        const given = await answer(open(text, subject))
        return given === undefined ? undefined : seal(given, subject)
      }),
    publish: (subject, text) => network.publish(subject, seal(text, subject)),
    // A message under a key of another installation is a lost message, which the journal repairs.
    subscribe: (subject, listener) =>
      network.subscribe(subject, (text) => {
        const plain = readable(() => open(text, subject))
        if (plain !== undefined) listener(plain)
      }),
  }
}

function readable(open: () => string): string | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}

/** The network of a process with a part of the work. */
import { openNatsNetwork } from './cluster/nats-network.ts'
import type { Network } from './cluster/network.ts'
import type { Log } from './log/log.ts'
import type { PartialRole } from './server-options.ts'

type Opening = {
  readonly role?: PartialRole | undefined
  readonly log: Log
}

/** Undefined for a process that does everything. */
export async function openNetwork({ role, log }: Opening, closing: (() => Promise<unknown> | void)[]): Promise<Network | undefined> {
  if (role === undefined) return undefined
  const network = await openNatsNetwork({ url: role.natsUrl, log })
  closing.push(network.close)
  return network
}

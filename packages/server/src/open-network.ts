/** The network of a process with a part of the work. */
import { openNatsNetwork } from './cluster/nats-network.ts'
import { createEcho, noEcho, type Echo } from './cluster/echo.ts'
import type { Network } from './cluster/network.ts'
import type { Sql } from './database/sql.ts'
import type { Log } from './log/log.ts'
import type { PartialRole } from './server-options.ts'
import { subjectsOfInstallation } from './shards/installation.ts'
import { readNumberKey } from './shards/permuted-numbers.ts'

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

type Echoing = { readonly sql: Sql; readonly network: Network | undefined } & Pick<Opening, 'role'>

/** To the other gateways. */
export async function openEcho({ sql, network, role }: Echoing, closing: (() => Promise<unknown> | void)[]): Promise<Echo> {
  if (network === undefined || role?.kind !== 'GATEWAY') return noEcho
  const echo = createEcho({ network, subject: subjectsOfInstallation(await readNumberKey(sql)).news('gateways') })
  closing.push(echo.close)
  return echo
}

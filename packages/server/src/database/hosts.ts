/**
 * A PostgreSQL on several hosts, one of which accepts writes: DATABASE_URL with `target_session_attrs=read-write`, in the form of PostgreSQL's own
 * tools. The client library connects to one host, so the host is chosen here.
 */
import { Client, type ClientConfig } from 'pg'
import { formatAddress, readAddress } from './address.ts'
import { limits } from './limits.ts'

export type Host = { readonly host: string; readonly port: number }

const DEFAULT_PORT = 5432

/** The hosts of an address, and the same address with the first of them alone. */
export function readHosts(url: string): { readonly url: string; readonly hosts: readonly Host[] } {
  const address = readAddress(url)
  if (address === undefined || address.hosts.length === 1) return { url, hosts: [] }
  const hosts = address.hosts.map((name) => {
    const { hostname, port } = new URL(`postgres://${name}`)
    return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || DEFAULT_PORT) }
  })
  return { url: formatAddress({ ...address, hosts: address.hosts.slice(0, 1) }), hosts }
}

export type Primary = {
  /** The class of clients that connect to the host that accepts writes. */
  readonly Client: typeof Client
  close(): void
}

/** An SQLSTATE, with which a standby refuses writes. */
const READ_ONLY = '25006'

/**
 * Follows the host that accepts writes. If several do, because a lost primary was started again, it is the one that was promoted last. A host that no
 * longer answers is left as soon as another one accepts writes, and connections to it are cut.
 */
export function followPrimary(hosts: readonly Host[], given: ClientConfig): Primary {
  // A choice of the host comes before the connection, and the pool waits for both.
  const config = { ...given, connectionTimeoutMillis: limits.hostConnectMs }
  const clients = new Map<Client, Host>()
  let known: Host | undefined
  let finding: Promise<Host> | undefined
  const find = (): Promise<Host> => (finding ??= findPrimary(hosts, config).finally(() => (finding = undefined)))

  class PrimaryClient extends Client {
    constructor() {
      super(config)
      // The loss of a connection is noticed by the statement that fails.
      this.on('error', () => undefined)
    }
    override connect(): Promise<this>
    override connect(callback: (error: Error | undefined) => void): void
    override connect(callback?: (error: Error | undefined) => void): Promise<this> | void {
      const connected = this.#connect()
      if (callback === undefined) return connected
      connected.then(
        () => callback(undefined),
        (error: unknown) => callback(error as Error),
      )
    }
    async #connect(): Promise<this> {
      const host = (known ??= await find())
      Object.assign(this, host)
      const isStandby = watchStandby(this)
      try {
        await super.connect()
        if (isStandby()) throw failure(`${host.host}:${host.port} has become a standby`, READ_ONLY)
      } catch (error) {
        if (known === host) known = undefined
        void this.end().catch(() => undefined)
        throw error
      }
      clients.set(this, host)
      this.once('end', () => clients.delete(this))
      return this
    }
  }

  const leaveSilentHost = async (): Promise<void> => {
    const before = known
    if (before === undefined || clients.size === 0 || (await timelineOf(before, config).catch(() => undefined)) !== undefined) return
    const now = await find()
    if (now === before || known !== before) return
    known = now
    for (const [client, host] of clients) if (host !== now) cut(client)
  }
  const watch = setInterval(() => void leaveSilentHost().catch(() => undefined), limits.hostLookMs).unref()
  return { Client: PrimaryClient as typeof Client, close: () => clearInterval(watch) }
}

async function findPrimary(hosts: readonly Host[], config: ClientConfig): Promise<Host> {
  const answers = await Promise.all(
    hosts.map(async (host) => {
      try {
        return { host, timeline: await timelineOf(host, config) }
      } catch (error) {
        return { host, timeline: undefined, error: error as Error & { code?: string } }
      }
    }),
  )
  const [best] = answers
    .flatMap(({ host, timeline }) => (timeline === undefined ? [] : [{ host, timeline }]))
    .toSorted((a, b) => (a.timeline < b.timeline ? 1 : a.timeline > b.timeline ? -1 : 0))
  if (best !== undefined) return best.host
  const reasons = answers.map(
    (answer) => `${answer.host.host}:${answer.host.port}: ${'error' in answer ? reasonOf(answer.error) : 'accepts no writes'}`,
  )
  const code = answers.some((answer) => !('error' in answer)) ? READ_ONLY : answers.flatMap(({ error }) => error?.code ?? [])[0]
  throw failure(reasons.join('; '), code)
}

/** Grows with each promotion, and has a fixed length. Undefined for a host that accepts no writes. */
async function timelineOf(host: Host, config: ClientConfig): Promise<string | undefined> {
  const client = Object.assign(
    new Client({ ...config, connectionTimeoutMillis: limits.hostAnswerMs, query_timeout: limits.hostAnswerMs }),
    host,
  )
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: string | null }>(
      `select case current_setting('transaction_read_only') when 'off' then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`,
    )
    void client.end().catch(() => undefined)
    return rows[0]?.timeline ?? undefined
  } catch (error) {
    cut(client)
    throw error
  }
}

type Inside = {
  readonly connection: {
    readonly stream: { destroy(): void }
    on(event: 'parameterStatus', listener: (status: { parameterName: string; parameterValue: string }) => void): void
  }
}
const inside = (client: Client) => (client as unknown as Inside).connection

/** A server reports when a connection begins whether it is a standby, or read-only by its settings. */
function watchStandby(client: Client): () => boolean {
  const readOnly = new Map<string, boolean>()
  inside(client).on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName === 'in_hot_standby' || parameterName === 'default_transaction_read_only')
      readOnly.set(parameterName, parameterValue === 'on')
  })
  return () => [...readOnly.values()].includes(true)
}

/** Without a farewell, which a host that is lost would not answer. Statements under way fail. */
const cut = (client: Client): void => inside(client).stream.destroy()

const failure = (message: string, code: string | undefined): Error => Object.assign(new Error(message), { code })
const reasonOf = (error: Error & { code?: string }): string => error.message || (error.code ?? 'does not answer')

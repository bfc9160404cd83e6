/** The one way a client of the database is made, so that numbers, lifetimes and names are the same everywhere. */
import postgres, { type Sql } from 'postgres'

export type ConnectOptions = { readonly max: number; readonly name: string; readonly connectSeconds?: number }

/** A connection cut while it is being made is only noticed by this: what waits for it waits as long. */
const CONNECT_SECONDS = 10

/** A URL may name a socket's folder as PostgreSQL's own tools read it: `postgres://user@localhost/db?host=/folder`. */
export function connect(url: string, { max, name, connectSeconds = CONNECT_SECONDS }: ConnectOptions): Sql {
  const at = new URL(url)
  const folder = at.searchParams.get('host')
  at.searchParams.delete('host')
  return postgres(at.href, {
    ...(folder === null ? {} : { host: folder, port: Number(at.port || 5432) }),
    max,
    connect_timeout: connectSeconds,
    idle_timeout: 0,
    // A connection may hold an advisory lock or be reserved: it must not be replaced because of its age.
    max_lifetime: null,
    backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 2),
    onnotice: () => undefined,
    connection: { application_name: name },
    types: { int8 },
  }) as unknown as Sql
}

/** Counts and sequence numbers are far below 2^53; what is not must be selected as text. */
const int8 = {
  to: 20,
  from: [20],
  serialize: (value: number | bigint | string) => value.toString(),
  parse: (text: string) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value)) throw new Error(`${text} does not fit a number; select it as text`)
    return value
  },
}

export const withDatabase = (url: string, database: string): string => {
  const at = new URL(url)
  at.pathname = `/${database}`
  return at.href
}

/** The operator beside a running product: the commands of an installation, on the same data folder. */
import { fileURLToPath } from 'node:url'
import { type Host, openHost } from '../host.ts'
import type { Product } from '../product.ts'

const ENTRY = fileURLToPath(new URL('../../../packages/server/test/operator-process.ts', import.meta.url))
const DONE_WITHIN_MS = 60_000

type Command = { readonly words: readonly string[]; readonly env: Readonly<Record<string, string>> }

/** One for all files of a test process, which ends it. */
let host: Host<Command> | undefined

/** Answers as the command does; it throws its error. */
export function operator({ dataDir }: Product, ...words: readonly string[]): Promise<string> {
  host ??= openHost(ENTRY)
  return host.ask({ words, env: { DATA_DIR: dataDir } }, DONE_WITHIN_MS)
}

export type NewUser = { readonly email: string; readonly password: string }

let made = 0

/** A person of their own for one test. */
export async function createUser(product: Product, agreement: 'us' | 'non-us' | 'none' = 'non-us', role = 'trader'): Promise<NewUser> {
  made += 1
  const user = { email: `person-${made}@amberroad.example`, password: `gravel lantern ${made} harbour` }
  const about = ['--email', user.email, '--password', user.password, '--first', 'Pat', '--last', `Number${made}`]
  await operator(product, 'create-user', ...about, '--desk', 'AMBR', '--role', role, '--agreement', agreement)
  return user
}

/** The operator of a running product: the commands of an installation, on the same data folder. */
import { fileURLToPath } from 'node:url'
import { type Host, openHost } from '../host.ts'
import type { Product } from '../product.ts'

const ENTRY = fileURLToPath(new URL('../../../packages/server/test/operator-process.ts', import.meta.url))
const DONE_WITHIN_MS = 60_000

type Command = { readonly words: readonly string[]; readonly env: Readonly<Record<string, string>>; readonly input: string }

/** One for all files of a test process, which ends it. */
let host: Host<Command> | undefined

/** Returns the output of the command, or throws its error. */
export const operator = (product: Product, ...words: readonly string[]): Promise<string> => operatorReading(product, '', ...words)

/** With this on its standard input: the command accepts no secret as an argument. */
export function operatorReading({ dataDir }: Product, input: string, ...words: readonly string[]): Promise<string> {
  host ??= openHost(ENTRY)
  return host.ask({ words, env: { DATA_DIR: dataDir }, input }, DONE_WITHIN_MS)
}

export type NewUser = { readonly email: string; readonly password: string }

let made = 0

/** A separate user for one test. */
export async function createUser(product: Product, agreement: 'us' | 'non-us' | 'none' = 'non-us', role = 'trader'): Promise<NewUser> {
  made += 1
  const user = { email: `person-${made}@amberroad.example`, password: `gravel lantern ${made} harbour` }
  const about = ['--email', user.email, '--password', '-', '--first', 'Pat', '--last', `Number${made}`]
  await operatorReading(product, user.password, 'create-user', ...about, '--desk', 'AMBR', '--role', role, '--agreement', agreement)
  return user
}

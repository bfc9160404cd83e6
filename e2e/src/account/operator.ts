/** The operator beside a running product: the command line of an installation, on the same data folder. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Product } from '../product.ts'

const ENTRY = fileURLToPath(new URL('../../../packages/server/src/cli/operator.ts', import.meta.url))

/** The output of the command; it throws its error. */
export function operator({ dataDir }: Product, ...words: readonly string[]): string {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', PUBLIC_URL: '' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [ENTRY, ...words], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`operator ${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}

export type NewUser = { readonly email: string; readonly password: string }

let made = 0

/** A person of their own for one test. */
export function createUser(product: Product, agreement: 'us' | 'non-us' | 'none' = 'non-us', role = 'trader'): NewUser {
  made += 1
  const user = { email: `person-${made}@amberroad.example`, password: `gravel lantern ${made} harbour` }
  const about = ['--email', user.email, '--password', user.password, '--first', 'Pat', '--last', `Number${made}`]
  operator(product, 'create-user', ...about, '--desk', 'AMBR', '--role', role, '--agreement', agreement)
  return user
}

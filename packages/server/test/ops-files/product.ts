/** The settings, roles, ports and paths of the product, which the files of ops/ may name. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkDatabaseUrl } from '../../src/database/database-url.ts'
import { readServing } from '../../src/settings.ts'
import { readStart } from '../../src/start-setting.ts'

export const root = fileURLToPath(new URL('../../../../', import.meta.url))
export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The port on which the image serves. */
export const port = readServing({}).port

const sources = globSync('packages/server/src/*.ts', { cwd: root }).map(read).join('\n')
/** Every setting that the server reads. */
export const settings: ReadonlySet<string> = new Set(
  [...sources.matchAll(/(?:\benv\['|originOf\(env, '|pageOf\(env, ')([A-Z_]+)'/g)].map(([, name]) => name!),
)

/** The reason why a process does not start with these words and settings, or undefined. */
export function problemOfStart(args: readonly string[], env: Readonly<Record<string, string>>): string | undefined {
  try {
    readServing(env)
    const start = readStart(args, env)
    if (start.role !== 'ALL') checkDatabaseUrl(start.databaseUrl)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** The milliseconds that a stop takes at most, without STOP_DELAY_MS. */
export const stopMs = Number(/STOP_WITHIN_MS = ([\d_]+)/.exec(read('packages/server/src/main.ts'))![1]!.replaceAll('_', ''))

/** The settings of an example file, with a word in place of each secret. */
export function exampleOf(path: string): Readonly<Record<string, string>> {
  const lines = [...read(path).matchAll(/^([A-Z_]+)=(.*)$/gm)]
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]))
}

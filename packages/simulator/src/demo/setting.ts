/** The options of `npm start` as this checkout means them: where its data are, and the web app where it is built. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DemoSetting } from './demo.ts'
import type { DemoOptions } from './options.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

export type DemoPlace = Omit<DemoSetting, 'onProgress' | 'onProblem' | 'signal'>

/** A relative data folder is one of the checkout. */
export function settingOf(options: DemoOptions, env: Readonly<Record<string, string | undefined>>): DemoPlace {
  const webDir = join(root, 'packages/web/dist')
  return {
    ...options,
    dataDir: resolve(root, options.dataDir),
    databaseUrl: env['DATABASE_URL'],
    webDir: existsSync(webDir) ? webDir : undefined,
  }
}

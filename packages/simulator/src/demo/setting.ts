/** Turns the options of `npm start` into settings: the data folder, and the built web app if there is one. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DemoSetting } from './demo.ts'
import type { DemoOptions } from './options.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

export type DemoPlace = Omit<DemoSetting, 'onProgress' | 'onProblem' | 'signal'>

/** A relative data folder is relative to the checkout. */
export function settingOf(options: DemoOptions, env: Readonly<Record<string, string | undefined>>): DemoPlace {
  const webDir = join(root, 'packages/web/dist')
  return {
    ...options,
    dataDir: resolve(root, options.dataDir),
    databaseUrl: env['DATABASE_URL'],
    webDir: existsSync(webDir) ? webDir : undefined,
  }
}

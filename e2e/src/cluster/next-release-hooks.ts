/** Imported before a process of the next release: changes what the product's modules contain as they are loaded (next-release.ts). */
import { registerHooks } from 'node:module'

type Change = readonly [before: string, after: string]

/** By the end of the module's address. Each text must be there. */
const changes: Readonly<Record<string, readonly Change[]>> = {
  '/packages/server/src/build.ts': [['return { version, ', `return { version: process.env['PARLEY_TEST_NEXT_VERSION'], `]],
  '/packages/server/src/database/migrate.ts': [
    ["fileURLToPath(new URL('../../migrations', import.meta.url))", "process.env['PARLEY_TEST_NEXT_MIGRATIONS']"],
  ],
  // It reads a newer version, and sends what the release before reads.
  '/packages/server/src/cluster/wire.ts': [
    ['{ version: 1, needed: 1 }', '{ version: 2, needed: 1 }'],
    ['`${needed} ${text}`', '`${needed} ${text.replace(/^{(?=")|(?<="command":{)(?=")/g, (at) => `${at}"added_later":["a"],`)}`'],
  ],
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const [, wanted = []] = Object.entries(changes).find(([end]) => url.endsWith(end)) ?? []
    if (wanted.length === 0) return loaded
    let source = String(loaded.source)
    for (const [before, after] of wanted) {
      if (!source.includes(before)) throw new Error(`${url} has no ${before}, which the next release would change`)
      source = source.replace(before, () => after)
    }
    return { ...loaded, source }
  },
})

/** `npm run build [-- FOLDER]`: builds the folder `release/`, which another machine can run without changes (docs/operations.md). */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildRelease } from './build-release.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const into = resolve(root, process.argv[2] ?? 'release')
try {
  buildRelease(root, into)
  console.log(`The release is in ${into}. Start it there with npm run serve.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** The web application, built again only when something it is made of has changed. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './child.mjs'
import { startProblem } from './problem.mjs'
import { withProgress } from './progress.mjs'

const STAMP = '.cache/web-build'
const BUILT = 'packages/web/dist/index.html'
const SOURCES = ['package-lock.json', 'packages/web', 'packages/client/src', 'packages/contracts/src', 'packages/core/src']
const NOT_SOURCES = /(^|\/)(node_modules|dist)$|\.test\.tsx?$/

/** @param {string} node */
export async function buildWebIfNeeded(node) {
  const hash = hashOfSources()
  if (existsSync(BUILT) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return
  const { ok, output } = await withProgress('Building the web app', () =>
    runQuietly(node, ['node_modules/vite/bin/vite.js', 'build', 'packages/web', '--logLevel', 'warn']),
  )
  if (!ok) throw startProblem(output, 'The web app does not build; the words of its builder follow.')
  mkdirSync('.cache', { recursive: true })
  writeFileSync(STAMP, hash)
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap(filesUnder)) hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (NOT_SOURCES.test(path) || !existsSync(path)) return []
  if (/\.[a-z0-9]+$/i.test(path)) return [path]
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = join(path, entry.name)
      return entry.isDirectory() ? filesUnder(inside) : NOT_SOURCES.test(inside) ? [] : [inside]
    })
}

/** Builds a part from its sources, and again only if one of them has changed. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './child.mjs'
import { startProblem } from './problem.mjs'
import { withProgress } from './progress.mjs'

const NOT_SOURCES = /(^|\/)(node_modules|dist)$|\.test\.tsx?$/

/**
 * @typedef {{ readonly doing: string, readonly stamp: string, readonly built: string, readonly sources: readonly string[],
 *   readonly command: readonly string[], readonly problem: string }} Part
 */

/** @param {string} node @param {Part} part */
export async function buildIfNeeded(node, { doing, stamp, built, sources, command, problem }) {
  const hash = hashOf(sources)
  if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  const { ok, output } = await withProgress(doing, () => runQuietly(node, [...command]))
  if (!ok) throw startProblem(output, problem)
  mkdirSync('.cache', { recursive: true })
  writeFileSync(stamp, hash)
}

/** @param {readonly string[]} sources */
function hashOf(sources) {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(filesUnder)) hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
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

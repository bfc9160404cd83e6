/**
 * Installs node_modules according to package-lock.json. npm's own record in node_modules shows whether that is done: it is written last, even by `npm
 * install`.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { runQuietly } from './child.mjs'
import { isWorthAnotherTry, startProblem } from './problem.mjs'
import { withProgress } from './progress.mjs'

const LOCK = 'package-lock.json'
const RECORD = 'node_modules/.package-lock.json'
const TRIES = 2

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, link?: boolean, resolved?: string }} LockedPackage */

/** @param {string} path @returns {Record<string, LockedPackage>} */
const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages ?? {}

export function isInstalled() {
  if (!existsSync(RECORD)) return false
  try {
    const installed = packagesOf(RECORD)
    return Object.entries(packagesOf(LOCK)).every(([path, wanted]) => {
      const found = installed[path]
      if (!path.startsWith('node_modules/')) return true
      // Optional packages may be for another platform.
      if (found === undefined) return wanted.optional === true || wanted.devOptional === true
      return wanted.link === true
        ? found.resolved === wanted.resolved
        : found.version === wanted.version && found.integrity === wanted.integrity
    })
  } catch {
    return false
  }
}

export async function installIfNeeded() {
  if (isInstalled()) return
  await withProgress('Installing', install)
}

async function install() {
  for (let attempt = 1; ; attempt += 1) {
    const { ok, output } = await npm(['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'])
    if (ok && !/TAR_ENTRY_ERROR|ENOSPC/.test(output)) return
    // npm reports files that it could not write as warnings, and the whole installation as a success.
    rmSync(RECORD, { force: true })
    if (attempt === TRIES || !isWorthAnotherTry(output)) throw startProblem(output, 'npm could not install the packages. Its output:')
  }
}

/** Uses the npm that started us if there is one: `npm` may be missing from PATH, or be another version. @param {readonly string[]} args */
function npm(args) {
  const running = process.env['npm_execpath']
  return running?.endsWith('.js') ? runQuietly(process.execPath, [running, ...args]) : runQuietly('npm', args)
}

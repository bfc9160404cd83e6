/** Reads what a running PostgreSQL reports about itself in its own folder, and checks whether it is still true. */
import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PRODUCT_ROLE } from './access.ts'
import { OWN_FOLDER } from './unprivileged-user.ts'

export type Postmaster = { readonly pid: number; readonly port: number; readonly socketFolder: string; readonly status: string }

export function readPostmaster(folder: string): Postmaster | undefined {
  const lines = textOf(join(folder, 'postmaster.pid'))?.split('\n')
  const pid = Number(lines?.[0])
  if (lines === undefined || !Number.isInteger(pid) || pid <= 1) return undefined
  const socketFolder = lines[4] === OWN_FOLDER ? folder : (lines[4] ?? '')
  return { pid, port: Number(lines[3] ?? 5432), socketFolder, status: (lines[7] ?? '').trim() }
}

/** The URL with which the product connects. */
export const urlOf = ({ port, socketFolder }: Postmaster, database: string): string =>
  `postgres://${PRODUCT_ROLE}@localhost:${port}/${database}?host=${encodeURIComponent(socketFolder)}`

/** The process number may have been reused by another program. The postmaster is the process whose working folder is this one. */
export function isAlive(postmaster: Postmaster, folder: string): boolean {
  try {
    process.kill(postmaster.pid, 0)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') return false
  }
  return process.platform === 'linux' ? worksIn(postmaster.pid, folder) : commandOf(postmaster.pid).includes(folder)
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false
  }
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

export const removePostmasterFile = (folder: string): void => rmSync(join(folder, 'postmaster.pid'), { force: true })

export function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

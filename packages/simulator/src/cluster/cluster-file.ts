/** `DATA_DIR/cluster.json`: the processes of a running cluster. Written completely or not at all, and readable by its owner only. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClusterRole } from './cluster-process.ts'

export type ClusterFile = {
  readonly processes: readonly { readonly role: ClusterRole; readonly pid: number; readonly url: string }[]
  /** The address that starts processes, valid while the cluster runs. */
  readonly control: string
}

const pathOf = (dataDir: string): string => join(dataDir, 'cluster.json')

export function readClusterFile(dataDir: string): ClusterFile | undefined {
  try {
    return JSON.parse(readFileSync(pathOf(dataDir), 'utf8')) as ClusterFile
  } catch {
    return undefined
  }
}

export function writeClusterFile(dataDir: string, file: ClusterFile): void {
  const fresh = `${pathOf(dataDir)}.new`
  writeFileSync(fresh, `${JSON.stringify(file, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(fresh, pathOf(dataDir))
}

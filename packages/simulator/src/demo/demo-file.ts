/**
 * `DATA_DIR/demo.json`: the demo's accounts and keys, for people, bots and scripts. Written completely or not at all, and readable by its owner only.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export type DemoUser = {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly desk: string
  readonly role: string
}
export type DemoDesk = {
  readonly ticker: string
  readonly name: string
  readonly simulated: boolean
  readonly accessKey: string
  readonly secretKey: string
  readonly accounts: Readonly<Record<string, string>>
}
/** A person who can sign in at `/operator/`. The secret is for an authenticator app. */
export type DemoOperator = { readonly name: string; readonly password: string; readonly totpSecret: string }
export type DemoFile = {
  readonly baseUrl: string
  /** The address that controls the venues, for example to refuse a block. It is valid for this start only. */
  readonly venueControl: string
  /** Absent in the file of an earlier version. */
  readonly operator?: DemoOperator
  readonly users: readonly DemoUser[]
  readonly desks: readonly DemoDesk[]
}

const pathOf = (dataDir: string): string => join(dataDir, 'demo.json')

/** Undefined if the file is missing or unreadable. The demo then creates new passwords and keys. */
export function readDemoFile(dataDir: string): DemoFile | undefined {
  try {
    const file = JSON.parse(readFileSync(pathOf(dataDir), 'utf8')) as DemoFile
    return Array.isArray(file.users) && Array.isArray(file.desks) ? file : undefined
  } catch {
    return undefined
  }
}

export function writeDemoFile(dataDir: string, file: DemoFile): void {
  const fresh = `${pathOf(dataDir)}.new`
  const handle = openSync(fresh, 'w', 0o600)
  writeSync(handle, `${JSON.stringify(file, undefined, 2)}\n`)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(fresh, pathOf(dataDir))
}

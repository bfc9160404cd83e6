/** Access for tests without accounts: any key belongs to the desk of the same name. */
import { createSecretKey } from 'node:crypto'
import type { DeskId } from '@parley/core'
import type { Access } from '../src/accounts/access.ts'
import { callerOf } from './direct-market.ts'
import type { Key } from './product.ts'

/** The key pair of any desk here. */
export const testKeyOf = (accessKey: string): Key => ({ accessKey, secretKey: Buffer.alloc(32).toString('base64') })

/** There are no sessions unless one is given. */
export const createTestAccess = (more: Partial<Access> = {}): Access => ({
  key: (desk) => ({ caller: callerOf(desk as DeskId), secrets: [createSecretKey(new Uint8Array(32))], isCompatible: true }),
  keyRefusal: () => undefined,
  isCompatible: () => true,
  lastUse: () => undefined,
  session: () => undefined,
  sessionAsIs: () => undefined,
  asNow: (known) => known,
  onGone: () => () => undefined,
  onChange: () => () => undefined,
  onBarred: () => () => undefined,
  ...more,
})

/** Who may come in where tests have nobody to ask: whatever key is named is the key of the desk of that name. */
import { createSecretKey } from 'node:crypto'
import type { DeskId } from '@parley/core'
import type { Access } from '../account/access.ts'
import { callerOf } from '../direct-rfq/test-world.ts'

/** Nobody has a session unless one is given. */
export const createTestAccess = (more: Partial<Access> = {}): Access => ({
  key: (desk) => ({ caller: callerOf(desk as DeskId), secrets: [createSecretKey(new Uint8Array(32))] }),
  whyNotKey: () => undefined,
  lastUse: () => undefined,
  session: () => undefined,
  sessionAsIs: () => undefined,
  asNow: (known) => known,
  onGone: () => () => undefined,
  onChange: () => () => undefined,
  onBarred: () => () => undefined,
  ...more,
})

/** Devices and networks from which users have signed in, kept in memory and in one row each. */
import type { UserId } from '@parley/core'
import type { Sql, TransactionSql } from '../../database/sql.ts'
import { accountLimits } from '../limits.ts'
import { hashToken } from '../tokens.ts'
import { clientOf } from './client-of.ts'
import type { Device } from './device.ts'

type Row = { readonly user: UserId; readonly hash: Uint8Array; readonly seenAt: number }

export interface KnownDevices {
  /** The user has signed in with the device, which is recognised by its cookie. */
  isKnownDevice(user: UserId, device: Device, now: number): boolean
  /** The user has signed in with the device or from its network. */
  isKnown(user: UserId, device: Device, now: number): boolean
  /** The user has signed in with the device, or from its network with a browser of the same kind, so no email is needed. */
  isFamiliar(user: UserId, device: Device, now: number): boolean
  remember(tx: TransactionSql, user: UserId, device: Device, now: number): Promise<void>
  /** Makes all devices of the user except this one unknown. */
  forget(tx: TransactionSql, user: UserId): Promise<void>
}

const keyOf = (kind: 'device' | 'network' | 'browser', value: string): string => hashToken(`${kind} ${value}`).toString('hex')

const deviceKey = ({ deviceToken }: Device) => (deviceToken === undefined ? undefined : keyOf('device', deviceToken))
const networkKey = ({ network }: Device) => keyOf('network', network)
function browserKey({ network, userAgent }: Device): string {
  const { device, osType } = clientOf({ userAgent })
  return keyOf('browser', `${network} ${device ?? ''} ${osType ?? ''}`)
}

export async function openKnownDevices(sql: Sql, now: number): Promise<KnownDevices> {
  await sql`delete from known_device where seen_at < ${now - accountLimits.knownDeviceMs}`
  const rows = await sql<Row[]>`select app_user as "user", device_hash as hash, seen_at as "seenAt" from known_device order by seen_at`
  const known = new Map<UserId, Map<string, number>>()
  for (const { user, hash, seenAt } of rows) devicesOf(known, user).set(Buffer.from(hash).toString('hex'), seenAt)
  const has = (user: UserId, key: string | undefined, at: number) =>
    key !== undefined && at - (known.get(user)?.get(key) ?? -Infinity) <= accountLimits.knownDeviceMs

  return {
    isKnownDevice: (user, device, at) => has(user, deviceKey(device), at),
    isKnown: (user, device, at) => has(user, deviceKey(device), at) || has(user, networkKey(device), at),
    isFamiliar: (user, device, at) => has(user, deviceKey(device), at) || has(user, browserKey(device), at),
    async remember(tx, user, device, at) {
      const mine = devicesOf(known, user)
      for (const key of [deviceKey(device), networkKey(device), browserKey(device)]) {
        if (key === undefined) continue
        mine.delete(key)
        mine.set(key, at)
        await tx`
          insert into known_device (app_user, device_hash, seen_at) values (${user}, ${Buffer.from(key, 'hex')}, ${at})
          on conflict (app_user, device_hash) do update set seen_at = excluded.seen_at`
      }
      for (const key of [...mine.keys()].slice(0, Math.max(0, mine.size - accountLimits.knownDevices))) {
        mine.delete(key)
        await tx`delete from known_device where app_user = ${user} and device_hash = ${Buffer.from(key, 'hex')}`
      }
    },
    async forget(tx, user) {
      known.delete(user)
      await tx`delete from known_device where app_user = ${user}`
    },
  }
}

function devicesOf(known: Map<UserId, Map<string, number>>, user: UserId): Map<string, number> {
  const mine = known.get(user) ?? new Map<string, number>()
  known.set(user, mine)
  return mine
}

/** Devices and networks from which people have signed in: a picture in memory, with a row for each. */
import type { UserId } from '@parley/core'
import type { Sql, TransactionSql } from '../../postgres/sql.ts'
import { accountLimits } from '../limits.ts'
import { hashToken } from '../tokens.ts'
import { clientOf } from './client-of.ts'
import type { Place } from './place.ts'

type Row = { readonly user: UserId; readonly hash: Uint8Array; readonly seenAt: number }

export interface KnownPlaces {
  /** The device is known for the person by its cookie. */
  isKnownDevice(user: UserId, place: Place, now: number): boolean
  /** The person has signed in with the device, or from its network. */
  isKnown(user: UserId, place: Place, now: number): boolean
  /** The person has signed in with the device, or from its network with a browser of its kind: nothing to write a mail about. */
  isFamiliar(user: UserId, place: Place, now: number): boolean
  remember(tx: TransactionSql, user: UserId, place: Place, now: number): Promise<void>
  /** Whoever else has signed in is a stranger again. */
  forget(tx: TransactionSql, user: UserId): Promise<void>
}

const keyOf = (kind: 'device' | 'network' | 'browser', value: string): string => hashToken(`${kind} ${value}`).toString('hex')

const deviceKey = ({ deviceToken }: Place) => (deviceToken === undefined ? undefined : keyOf('device', deviceToken))
const networkKey = ({ network }: Place) => keyOf('network', network)
function browserKey({ network, userAgent }: Place): string {
  const { device, osType } = clientOf({ userAgent })
  return keyOf('browser', `${network} ${device ?? ''} ${osType ?? ''}`)
}

export async function openKnownPlaces(sql: Sql, now: number): Promise<KnownPlaces> {
  await sql`delete from known_place where seen_at < ${now - accountLimits.knownPlaceMs}`
  const rows = await sql<Row[]>`select app_user as "user", place_hash as hash, seen_at as "seenAt" from known_place order by seen_at`
  const known = new Map<UserId, Map<string, number>>()
  for (const { user, hash, seenAt } of rows) placesOf(known, user).set(Buffer.from(hash).toString('hex'), seenAt)
  const has = (user: UserId, key: string | undefined, at: number) =>
    key !== undefined && at - (known.get(user)?.get(key) ?? -Infinity) <= accountLimits.knownPlaceMs

  return {
    isKnownDevice: (user, place, at) => has(user, deviceKey(place), at),
    isKnown: (user, place, at) => has(user, deviceKey(place), at) || has(user, networkKey(place), at),
    isFamiliar: (user, place, at) => has(user, deviceKey(place), at) || has(user, browserKey(place), at),
    async remember(tx, user, place, at) {
      const mine = placesOf(known, user)
      for (const key of [deviceKey(place), networkKey(place), browserKey(place)]) {
        if (key === undefined) continue
        mine.delete(key)
        mine.set(key, at)
        await tx`
          insert into known_place (app_user, place_hash, seen_at) values (${user}, ${Buffer.from(key, 'hex')}, ${at})
          on conflict (app_user, place_hash) do update set seen_at = excluded.seen_at`
      }
      for (const key of [...mine.keys()].slice(0, Math.max(0, mine.size - accountLimits.knownPlaces))) {
        mine.delete(key)
        await tx`delete from known_place where app_user = ${user} and place_hash = ${Buffer.from(key, 'hex')}`
      }
    },
    async forget(tx, user) {
      known.delete(user)
      await tx`delete from known_place where app_user = ${user}`
    },
  }
}

function placesOf(known: Map<UserId, Map<string, number>>, user: UserId): Map<string, number> {
  const mine = known.get(user) ?? new Map<string, number>()
  known.set(user, mine)
  return mine
}

/** The calls about a desk's API keys. */
import { deskCalls as calls } from '@parley/contracts'
import { isRefusal, type Refusal } from '@parley/core'
import { route, type Route } from '../../calls/route.ts'
import { actorOf } from '../actor.ts'
import type { KeyRow, KeyScope } from '../rows.ts'
import { keyToWire } from '../wire.ts'
import type { KeySettings, KeyWithSecret } from './keys.ts'
import type { DeskServices } from './desk-services.ts'

const HOUR_MS = 3_600_000
const OVERLAP_HOURS = 24

type Settings = {
  readonly scopes?: KeyScope[] | undefined
  readonly allowed_addresses?: string[] | undefined
  readonly expires_at?: number | null | undefined
  readonly is_compatible?: boolean | undefined
  readonly state?: 'ACTIVE' | undefined
}
const settingsOf = ({ scopes, allowed_addresses, expires_at, is_compatible, state }: Settings): KeySettings => ({
  scopes,
  allowedAddresses: allowed_addresses,
  expiresAt: expires_at,
  isCompatible: is_compatible,
  state,
})

export function keyRoutes({ book, desk: { keys }, access }: DeskServices): readonly Route[] {
  const view = (row: KeyRow, now: number) => keyToWire(row, access.lastUse(row), now)
  const withSecret = (answer: KeyWithSecret | Refusal, now: number) =>
    isRefusal(answer) ? answer : { ...view(answer.row, now), secret_key: answer.secret }
  return [
    route(calls.listApiKeys, ({ caller, now }) => {
      const mine = [...book.accounts.keys.values()].filter((key) => key.desk === caller.desk)
      return Promise.resolve({ results: mine.map((row) => view(row, now)) })
    }),
    route(calls.createApiKey, async (input) => {
      const made = await keys.create(actorOf(input), input.body.name, settingsOf(input.body))
      return isRefusal(made) ? made : { ...view(made.row, input.now), access_key: made.accessKey, secret_key: made.secret }
    }),
    route(calls.updateApiKey, async (input) => {
      const answer = await keys.update(actorOf(input), input.params.id, settingsOf(input.body))
      return isRefusal(answer) ? answer : view(answer, input.now)
    }),
    route(calls.rotateApiKey, async (input) => {
      const overlapMs = (input.body?.overlap_hours ?? OVERLAP_HOURS) * HOUR_MS
      return withSecret(await keys.rotate(actorOf(input), input.params.id, overlapMs), input.now)
    }),
    route(calls.revokeApiKey, (input) => keys.revoke(actorOf(input), input.params.id)),
  ]
}

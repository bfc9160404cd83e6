/** The calls about the signed-in user. */
import { accountCalls as calls } from '@parley/contracts'
import { isRefusal, type Refusal } from '@parley/core'
import { route, type Caller, type Route } from '../../calls/route.ts'
import { actorOf, noPerson } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { flagsOf } from '../feature-flags.ts'
import { userAgreementsToWire } from '../agreements/in-force.ts'
import type { Customers } from '../customers.ts'
import type { UserRow } from '../rows.ts'
import { userToWire } from '../wire.ts'
import type { Agreements } from './agreements.ts'
import type { ProfileService } from './service.ts'

export type ProfileParts = {
  readonly book: Book
  readonly customers: Pick<Customers, 'eligibilityRefusal'>
  readonly profile: ProfileService
  readonly agreements: Agreements
  readonly publicUrl: string
  /** The user's token at the perpetuals platform; absent if the installation is not connected to one. */
  readonly userToken?: ((seat: Pick<Caller, 'desk' | 'role'>) => Promise<UserToken | undefined>) | undefined
}

/** `endsAt` in ms. */
type UserToken = { readonly token: string; readonly endsAt: number }

export function profileRoutes({ book, customers, profile, agreements, publicUrl, userToken }: ProfileParts): readonly Route[] {
  const userOf = (caller: Caller): UserRow | Refusal => book.accounts.users.get(caller.user) ?? noPerson()
  const present = async (caller: Caller) => {
    const user = userOf(caller)
    if (isRefusal(user)) return user
    const mayTrade = customers.eligibilityRefusal(caller, 'PERPETUAL') === undefined && !caller.isRestricted
    const token = mayTrade ? await userToken?.(caller) : undefined
    return {
      ...userToWire(book.accounts, user, caller),
      ...{ perpetuals_token: token?.token ?? null, perpetuals_token_ends_at: token?.endsAt ?? null },
    }
  }
  const listed = (caller: Caller) => {
    const user = userOf(caller)
    return isRefusal(user) ? user : { results: userAgreementsToWire(user, publicUrl) }
  }
  return [
    route(calls.getUser, ({ caller }) => present(caller)),
    route(calls.updateUser, async (input) => {
      const user = userOf(input.caller)
      if (isRefusal(user)) return user
      return (await profile.updateUser(actorOf(input), user, input.body)) ?? present(input.caller)
    }),
    route(calls.savePreferences, async (input) => {
      const user = userOf(input.caller)
      if (isRefusal(user)) return user
      return (await profile.savePreferences(actorOf(input), user, input.body.data)) ?? { data: input.body.data }
    }),
    route(calls.listFeatureFlags, ({ caller }) => Promise.resolve(flagsOf(book.accounts, caller.desk))),
    route(calls.listUserAgreements, ({ caller }) => Promise.resolve(listed(caller))),
    route(calls.acceptUserAgreement, async (input) => {
      const user = userOf(input.caller)
      if (isRefusal(user)) return user
      return (await agreements.accept(actorOf(input), user, input.body.agreement)) ?? listed(input.caller)
    }),
  ]
}

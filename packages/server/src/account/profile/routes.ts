/** The calls about the signed-in person. */
import { accountCalls as calls } from '@parley/contracts'
import { route, type Caller, type Route } from '../../http/route.ts'
import { actorOf, noPerson } from '../actor.ts'
import type { Book } from '../book.ts'
import { flagsOf } from '../flags.ts'
import { userToWire } from '../wire.ts'
import type { ProfileService } from './service.ts'

export type ProfileParts = { readonly book: Book; readonly profile: ProfileService }

export function profileRoutes({ book, profile }: ProfileParts): readonly Route[] {
  const present = (caller: Caller) => {
    const user = book.accounts.users.get(caller.user)
    return user === undefined ? noPerson() : userToWire(book.accounts, user, caller)
  }
  return [
    route(calls.getUser, ({ caller }) => Promise.resolve(present(caller))),
    route(calls.updateUser, async (input) => {
      await profile.updateUser(actorOf(input), input.caller.user, input.body)
      return present(input.caller)
    }),
    route(calls.savePreferences, async (input) => {
      return (await profile.savePreferences(input.caller.user, input.body.data, actorOf(input))) ?? { data: input.body.data }
    }),
    route(calls.listFeatureFlags, () => Promise.resolve(flagsOf(book.accounts))),
  ]
}

/** The calls about the members of a desk. */
import { deskCalls as calls } from '@parley/contracts'
import type { UserId } from '@parley/core'
import { route, type Route } from '../../calls/route.ts'
import { actorOf } from '../actor.ts'
import { membersOf } from '../wire.ts'
import type { DeskServices } from './desk-services.ts'

export function memberRoutes({ book, desk, sessions }: DeskServices): readonly Route[] {
  const seenAt = (user: UserId) => sessions.of(user).reduce<number | null>((last, { seenAt: at }) => Math.max(last ?? 0, at), null)
  const { members } = desk
  return [
    route(calls.listMembers, ({ caller }) => Promise.resolve({ results: [...membersOf(book.accounts, caller.desk, seenAt)] })),
    route(calls.updateMember, async (input) => {
      const { id } = input.params
      const refused = await members.update(actorOf(input), id, input.body)
      return refused ?? membersOf(book.accounts, input.caller.desk, seenAt).find((member) => member.id === id)!
    }),
    route(calls.removeMember, (input) => members.remove(actorOf(input), input.params.id, input.query.keys)),
  ]
}

/** The format in which a desk copies its trades as text (rulebook 3.24). */
import { deskCalls as calls } from '@parley/contracts'
import { DEFAULT_RECAP, type DeskId, isRefusal, readRecap, type Refusal } from '@parley/core'
import { route, type Route } from '../../calls/route.ts'
import { about, type Actor, actorOf } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { changeOrRefuse } from '../change-or-refuse.ts'

export function recapFormatRoute(book: Book): Route {
  const formatOf = (desk: DeskId): string => book.accounts.desks.get(desk)!.recapFormat ?? DEFAULT_RECAP
  return route(
    calls.setRecapFormat,
    async (input) => (await setRecapFormat(book, actorOf(input), input.body.format)) ?? { format: formatOf(input.caller.desk) },
  )
}

/** A format that is already in use changes nothing. */
async function setRecapFormat(book: Book, actor: Actor, format: string | null): Promise<Refusal | undefined> {
  const recap = format === null ? [] : readRecap(format)
  if (isRefusal(recap)) return recap
  return changeOrRefuse(book, about(actor, 'SetRecapFormat', actor.desk, { format: format ?? DEFAULT_RECAP }), async (tx) => {
    const changed = await tx`
      update desk set recap_format = ${format} where ticker = ${actor.desk} and recap_format is distinct from ${format} returning ticker`
    return changed.length === 0 ? 'nothing' : 'changed'
  })
}

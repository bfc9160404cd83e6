/** A desk's own list of desks that it never meets in the order book (rulebook 10.23). */
import { refuse, type DeskId, type Refusal } from '@parley/core'
import { about, type Actor } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { changeOrRefuse } from '../change-or-refuse.ts'

/** Only the desk's own audit log has it. A list that says so already stays as it is. */
export function changeNeverMatch(book: Book, actor: Actor, kind: 'NeverMatch' | 'MatchAgain', other: DeskId): Promise<Refusal | undefined> {
  return changeOrRefuse(book, about(actor, kind, other), async (tx) => {
    if (other === actor.desk || !book.accounts.desks.has(other)) return refuse('NotFound', '10.23', 'There is no other desk of that name.')
    const changed =
      kind === 'NeverMatch'
        ? await tx`insert into never_match (desk, other) values (${actor.desk}, ${other}) on conflict do nothing returning other`
        : await tx`delete from never_match where desk = ${actor.desk} and other = ${other} returning other`
    return changed.length === 0 ? 'nothing' : 'changed'
  })
}

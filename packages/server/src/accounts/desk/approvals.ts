/**
 * The relations between two desks: desks approve each other before they negotiate (rulebook 2.1 to 2.5), and a desk lists the desks that
 * it never trades with in the order book, or trades there only with those that it has approved (rulebook 10.23, 10.24).
 */
import {
  decideApproval,
  evolveApproval,
  isRefusal,
  refuse,
  type ApprovalCommand,
  type DeskId,
  type OrderBookChoice,
  type Refusal,
} from '@parley/core'
import { about, type Actor } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { lockDesks, type Change } from '../still-may.ts'
import { changeOrRefuse } from '../change-or-refuse.ts'
import { pairOf, standingOf } from '../rows.ts'

type Kind = ApprovalCommand['kind']

export const changeStanding = (book: Book, kind: Kind, actor: Actor, other: DeskId): Promise<Refusal | undefined> =>
  changeApproval(book, { ...about(actor, `${kind}Counterparty`, other), otherDesk: other }, kind, actor, other)

/** The pair is locked first, because both desks may act at the same time. */
async function changeApproval(book: Book, change: Change, kind: Kind, actor: Actor, other: DeskId): Promise<Refusal | undefined> {
  if (other === actor.desk || !book.accounts.desks.has(other)) return refuse('NotFound', '', 'Desk not found.', 'desk')
  const [low, high] = pairOf(actor.desk, other)
  const decision = decideApproval(standingOf(book.accounts, low, high).approval, { kind, actor: actor.desk }, actor.now)
  if (isRefusal(decision)) return decision
  const before = standingOf(book.accounts, low, high)
  const next = decision.reduce(evolveApproval, before.approval)
  try {
    await book.change(change, async (tx) => {
      await lockDesks(tx, [low, high])
      const [row] = await tx<{ state: string; at: number }[]>`
        select state, changed_at as at from approval where low_desk = ${low} and high_desk = ${high}`
      if ((row?.at ?? null) !== before.changedAt || (row?.state ?? 'STRANGERS') !== before.approval.state) throw new Overtaken()
      if (next.state === 'STRANGERS') return tx`delete from approval where low_desk = ${low} and high_desk = ${high}`
      const askedBy = next.state === 'ASKED' ? next.by : null
      return tx`
        insert into approval (low_desk, high_desk, state, asked_by, changed_at) values (${low}, ${high}, ${next.state}, ${askedBy}, ${actor.now})
        on conflict (low_desk, high_desk) do update set state = excluded.state, asked_by = excluded.asked_by, changed_at = excluded.changed_at`
    })
    return undefined
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    await book.refresh()
    return changeApproval(book, change, kind, actor, other)
  }
}

/** Another process changed the row first, so decide again on the new state. */
class Overtaken extends Error {}

/** Only the desk's own audit log records the change. Listing a desk again, or removing one that is not listed, changes nothing. */
export function changeNeverMatch(book: Book, actor: Actor, kind: 'NeverMatch' | 'MatchAgain', other: DeskId): Promise<Refusal | undefined> {
  return changeOrRefuse(book, about(actor, kind, other), async (tx) => {
    if (other === actor.desk || !book.accounts.desks.has(other)) return refuse('NotFound', '10.23', 'No other desk has that name.')
    const changed =
      kind === 'NeverMatch'
        ? await tx`insert into never_match (desk, other) values (${actor.desk}, ${other}) on conflict do nothing returning other`
        : await tx`delete from never_match where desk = ${actor.desk} and other = ${other} returning other`
    return changed.length === 0 ? 'nothing' : 'changed'
  })
}

/** Only the desk's own audit log records the change. */
export const setOrderBooks = (book: Book, actor: Actor, choice: OrderBookChoice): Promise<Refusal | undefined> =>
  changeOrRefuse(book, about(actor, 'SetOrderBooks', actor.desk, { order_books: choice }), async (tx) => {
    const changed = await tx`
      update desk set order_books = ${choice} where ticker = ${actor.desk} and order_books <> ${choice} returning ticker`
    return changed.length === 0 ? 'nothing' : 'changed'
  })

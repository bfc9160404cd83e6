/** Agreements that a signed-in user accepts, and the email about an acceptance that is due. */
import { refuse, type AgreementKind, type DeskId, type Instant, type Refusal, type UserId } from '@parley/core'
import type { TransactionSql } from '../../database/sql.ts'
import type { Post } from '../../mail/mail-queue.ts'
import { about, type Actor } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { changeOrRefuse } from '../change-or-refuse.ts'
import { dueAgain, nameOf, openTo } from '../agreements/in-force.ts'
import type { UserRow } from '../rows.ts'
import { insertAcceptance } from '../agreements/acceptance.ts'

export type Agreements = ReturnType<typeof createAgreements>

export const createAgreements = (book: Book, post: Post) => ({
  /** Takes the name that the list of agreements shows. */
  async accept(actor: Actor, user: UserRow, name: string): Promise<Refusal | undefined> {
    const found = openTo(user).find((agreement) => nameOf(agreement) === name)
    if (found === undefined)
      return refuse(
        'AgreementUnknown',
        '',
        'No agreement with that name is in force for you. See the list of agreements for those that are.',
        'agreement',
      )
    await book.change(about(actor, 'AcceptAgreement', name), (tx) =>
      insertAcceptance(tx, { user: user.id, kind: found.kind, address: actor.address, now: actor.now }),
    )
    return undefined
  },

  /** The desk's other administrators get one reminder that a member has signed only an earlier version. */
  async remind(user: UserId, desk: DeskId, now: Instant): Promise<void> {
    const member = book.accounts.users.get(user)
    for (const { kind, version, title } of member === undefined ? [] : dueAgain(member)) {
      const reminder = about({ desk, name: user, now }, 'AgreementDue', user, { agreement: nameOf({ kind, version }) })
      await changeOrRefuse(book, reminder, async (tx) => {
        const first = await tx`
          insert into agreement_due (app_user, kind, version, told_at) values (${user}, ${kind}, ${version}, ${now})
          on conflict do nothing returning version`
        if (first.length === 0) return 'nothing'
        for (const administrator of administratorsOf(book, desk))
          if (administrator.id !== user) await post.send(tx, administrator.email, mail(administrator, member!, title), now)
        return 'changed'
      })
    }
  },
})

/** A user with a known country has one agreement. Accepting the other one would have no effect. */
export function refuseAcceptance(user: UserRow, accepted: readonly AgreementKind[]): Refusal | undefined {
  const wrong = accepted.find((kind) => openTo(user).every((agreement) => agreement.kind !== kind))
  if (wrong === undefined) return undefined
  const field = wrong === 'us' ? 'has_accepted_us_agreement' : 'has_accepted_non_us_agreement'
  return refuse('AgreementMissing', '', 'You must accept the agreement for your country of residence.', field)
}

export async function acceptAll(tx: TransactionSql, user: UserId, accepted: readonly AgreementKind[], actor: Actor): Promise<void> {
  for (const kind of accepted) await insertAcceptance(tx, { user, kind, address: actor.address, now: actor.now })
}

function administratorsOf({ accounts }: Book, desk: DeskId): readonly UserRow[] {
  return [...accounts.users.values()].filter((user) => {
    const isAway = user.disabledAt !== null || user.suspendedAt !== null
    const mine = accounts.memberships.get(user.id)?.find((row) => row.desk === desk)
    return !isAway && mine?.role === 'administrator' && mine.suspendedAt === null
  })
}

const mail = ({ firstName }: UserRow, member: UserRow, agreementTitle: string) =>
  ({ kind: 'AgreementDue', firstName, memberName: `${member.firstName} ${member.lastName}`, agreementTitle }) as const

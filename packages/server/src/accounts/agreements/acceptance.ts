/** Stores a user's acceptance of an agreement. */
import type { AgreementKind, UserId } from '@parley/core'
import type { TransactionSql } from '../../database/sql.ts'
import { agreementsInForce } from './in-force.ts'

export type NewAcceptance = {
  readonly user: UserId
  readonly kind: AgreementKind
  readonly address: string | undefined
  readonly now: number
}

/** Stores the version in force; only the first acceptance is kept. */
export async function insertAcceptance(tx: TransactionSql, { user, kind, address, now }: NewAcceptance): Promise<void> {
  const { version } = agreementsInForce[kind]
  await tx`
    insert into agreement_acceptance (app_user, kind, version, accepted_at, address) values (${user}, ${kind}, ${version}, ${now}, ${address ?? null})
    on conflict do nothing`
  const column = kind === 'us' ? 'accepted_us_agreement' : 'accepted_non_us_agreement'
  await tx`update app_user set ${tx(column)} = true where id = ${user}`
}

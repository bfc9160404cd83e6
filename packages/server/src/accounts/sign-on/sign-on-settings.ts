/** The sign-on of a desk, as the operator sets it. Its secret is sealed, and no call returns it. */
import type { ClaimRole, DeskId } from '@parley/core'
import type { Book } from '../accounts-snapshot.ts'
import type { Change } from '../still-may.ts'
import type { Vault } from '../../vault/vault.ts'

export type SignOnSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** As `emailDomain` reads them. */
  readonly domains: readonly string[]
  readonly roleClaim: string | null
  readonly roles: readonly ClaimRole[]
  readonly isRequired: boolean
}

/** Another desk's sign-on has this domain of email addresses. */
export class OneDomainTwice extends Error {
  readonly domain: string
  constructor(domain: string) {
    super(`${domain} belongs to the sign-on of another desk`)
    this.domain = domain
  }
}

export const aboutSignOn = (desk: string): string => `sign-on ${desk}`

/** Replaces everything that was set before. Throws `OneDomainTwice` if another desk has one of the domains. */
export async function setSignOn(
  { book, vault }: { readonly book: Book; readonly vault: Vault },
  change: Change & { readonly desk: DeskId },
  { issuer, clientId, clientSecret, domains, roleClaim, roles, isRequired }: SignOnSettings,
): Promise<void> {
  const { desk, at } = change
  const sealed = vault.seal(clientSecret, aboutSignOn(desk))
  await book.change(change, async (tx) => {
    await tx`
      insert into sign_on (desk, issuer, client_id, client_secret_sealed, role_claim, roles, is_required, set_at)
      values (${desk}, ${issuer}, ${clientId}, ${sealed}, ${roleClaim}, ${JSON.stringify(roles)}::text::jsonb, ${isRequired}, ${at})
      on conflict (desk) do update set issuer = excluded.issuer, client_id = excluded.client_id,
        client_secret_sealed = excluded.client_secret_sealed, role_claim = excluded.role_claim, roles = excluded.roles,
        is_required = excluded.is_required, set_at = excluded.set_at`
    await tx`delete from sign_on_domain where desk = ${desk}`
    for (const domain of domains) {
      const [row] = await tx<{ domain: string }[]>`
        insert into sign_on_domain (domain, desk) values (${domain}, ${desk}) on conflict do nothing returning domain`
      if (row === undefined) throw new OneDomainTwice(domain)
    }
  })
}

/** Members sign in with their passwords and passkeys again. Links between people and the provider are removed too. */
export const removeSignOn = (book: Book, change: Change & { readonly desk: DeskId }): Promise<void> =>
  book.change(change, async (tx) => {
    await tx`
      delete from sign_on_person where (issuer, app_user) in
        (select s.issuer, m.app_user from sign_on s join membership m on m.desk = s.desk where s.desk = ${change.desk})`
    await tx`delete from sign_on where desk = ${change.desk}`
  })

/** For a person who has a new account at their firm's provider. */
export const unlinkPerson = (book: Book, change: Change, user: string): Promise<void> =>
  book.change(change, (tx) => tx`delete from sign_on_person where app_user = ${user}`)

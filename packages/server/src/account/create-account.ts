/** Accounts as one part of the server. */
import type { Sql } from '../postgres/sql.ts'
import type { Post } from '../mail/post.ts'
import type { Log } from '../log.ts'
import type { Platform } from '../operations/platform.ts'
import { keepPublicUrl } from '../operations/public-url.ts'
import { createRateLimit } from '../protection/rate-limit.ts'
import type { Rates } from '../protection/rates.ts'
import { createAccess, type Access } from './access.ts'
import { createKeyAccess } from './key-access.ts'
import { auditRoutes } from './audit/routes.ts'
import { tellHead } from './audit/tell-head.ts'
import { openBook, type Book } from './book.ts'
import { createDirectory } from './desk/create-directory.ts'
import type { Directory } from './desk/directory.ts'
import { createFactors } from './factors/create-factors.ts'
import { passkeySignInRoutes } from './factors/passkey-sign-in.ts'
import { factorRoutes } from './factors/routes.ts'
import { createInvitations } from './joining/invitations.ts'
import { createRegistration } from './joining/registration.ts'
import { createRestrictions } from './joining/restrictions.ts'
import { createRfqAllowance, type RfqAllowance } from './joining/rfq-allowance.ts'
import { joiningRoutes } from './joining/routes.ts'
import { createOperator, type Operator } from './operator/operator.ts'
import { createDeskNews, type DeskNews } from './news/desk-news.ts'
import { createAgreements } from './profile/agreements.ts'
import { createProfileService } from './profile/service.ts'
import { profileRoutes } from './profile/routes.ts'
import { deskRoutes } from './desk/routes.ts'
import type { Route } from '../http/route.ts'
import { createDeskService } from './desk/service.ts'
import { openSessions } from './sign-in/sessions.ts'
import { createSignInSide } from './sign-in/create-sign-in-side.ts'
import type { SocketTickets } from './sign-in/socket-tickets.ts'
import type { Vault } from './vault.ts'

export type Account = {
  readonly access: Access
  readonly directory: Directory
  readonly operator: Operator
  /** For features that name people and keys. */
  readonly book: Pick<Book, 'accounts'>
  readonly tickets: SocketTickets
  /** What who signed in from a restricted address may still ask for. */
  readonly rfqAllowance: RfqAllowance
  readonly routes: readonly Route[]
  /** Letters to who is signed in and away; what it answers hears the market. */
  tellTheAway(isHere: (via: string) => boolean): DeskNews
  close(): Promise<void>
}

export type AccountOptions = {
  readonly sql: Sql
  readonly vault: Vault
  readonly post: Post
  /** Where people open the product: `https://parley.example`. */
  readonly publicUrl: string
  readonly platform: Platform
  readonly rates: Rates
  readonly now: () => number
  readonly log: Log
}

export async function createAccount({ sql, vault, post, publicUrl, platform, rates, now, log }: AccountOptions): Promise<Account> {
  await keepPublicUrl(sql, publicUrl)
  const book = await openBook(sql, log)
  const auditHead = await tellHead(sql, log)
  const sessions = await openSessions(sql, now(), log)
  const restrictions = createRestrictions(book)
  const access = createAccess({ book, sessions, restrictions, keys: createKeyAccess({ sql, book, vault, log }), log })
  const desk = createDeskService({ book, vault, post })
  const profile = createProfileService(book)
  const agreements = createAgreements(book, post)
  const factors = createFactors({ sql, book, vault, post, sessions, publicUrl, log })
  const invitations = createInvitations({ sql, book, post, publicUrl, restrictions })
  const signInParts = {
    sql,
    book,
    sessions,
    factors: factors.secondFactors,
    isRestricted: restrictions.isRestricted,
    remind: agreements.remind,
    post,
    publicUrl,
    rates,
    now,
    log,
  }
  const signIn = await createSignInSide(signInParts)
  const directory = createDirectory(book, vault)
  return {
    access,
    directory,
    book,
    operator: createOperator({ book, desk, invitations, restrictions, post, vault, platform, now }),
    tickets: signIn.tickets,
    rfqAllowance: createRfqAllowance(sql, book),
    tellTheAway: (isHere) => createDeskNews({ sql, post, book, sessions, isHere, now, log }),
    routes: [
      ...signIn.routes,
      ...factorRoutes(factors),
      ...passkeySignInRoutes({ parts: factors.parts, admit: signIn.admit, placeOf: signIn.placeOf }),
      ...joiningRoutes({
        book,
        invitations,
        registration: createRegistration({ sql, book, restrictions }),
        restrictions,
        admit: signIn.admit,
        placeOf: signIn.placeOf,
        publicUrl,
        failed: signIn.failed,
        perNetwork: createRateLimit(rates.registrationsPerAddress),
      }),
      ...profileRoutes({ book, profile, agreements, publicUrl }),
      ...auditRoutes(sql),
      ...deskRoutes({ book, desk, directory, sessions, access }),
    ],
    async close() {
      await signIn.close()
      await sessions.close()
      await book.close()
      await auditHead.close()
    },
  }
}

/** Accounts as one part of the server. */
import type { Sql } from '../database/sql.ts'
import type { Post } from '../mail/mail-queue.ts'
import type { Log } from '../log/log.ts'
import { noEcho, type Echo } from '../cluster/echo.ts'
import type { Jobs } from '../cluster/jobs.ts'
import { keepPublicUrl } from '../platform/public-url.ts'
import { createRateLimit } from '../limits/token-bucket.ts'
import type { Rates } from '../limits/rate-names.ts'
import { createAccess, type Access } from './access.ts'
import { createCustomers, type Customers } from './customers.ts'
import { createKeyAccess } from './key-access.ts'
import { auditRoutes } from './audit-routes.ts'
import { logHead } from '../audit/log-head.ts'
import { openBook, type Book } from './accounts-snapshot.ts'
import { createDirectory } from './desk/create-directory.ts'
import type { Directory } from './desk/directory.ts'
import { createFactors } from './factors/create-factors.ts'
import { passkeySignInRoutes } from './factors/passkey-sign-in.ts'
import { factorRoutes } from './factors/routes.ts'
import { createInvitations, type Invitations } from './onboarding/invitations.ts'
import { createRegistration } from './onboarding/registration.ts'
import { createRefusedAddresses } from './refused-addresses.ts'
import { createRestrictions, type Restrictions } from './restrictions.ts'
import { createRfqAllowance, type RfqAllowance } from './onboarding/rfq-allowance.ts'
import { onboardingRoutes } from './onboarding/routes.ts'
import { createAgreements } from './profile/agreements.ts'
import { createProfileService } from './profile/service.ts'
import { profileRoutes, type ProfileParts } from './profile/routes.ts'
import type { DeskServices } from './desk/desk-services.ts'
import { deskRoutes } from './desk/routes.ts'
import type { Route } from '../calls/route.ts'
import { createDeskService, type DeskService } from './desk/service.ts'
import type { Passwords } from './sign-in/passwords.ts'
import { openSessions, type Sessions } from './sign-in/sessions.ts'
import { createSignInSide } from './sign-in/create-sign-in-side.ts'
import type { SocketTickets } from './sign-in/socket-tickets.ts'
import { signOnRoutes } from './sign-on/routes.ts'
import { createSignOn } from './sign-on/sign-on.ts'
import type { Vault } from '../vault/vault.ts'
import { openVenueHealth, type AskedVenues, type VenueHealth } from './venue-health/open-venue-health.ts'

export type Account = {
  readonly access: Access
  /** Maps callers to the entity whose customers they are, and to what they may trade. */
  readonly customers: Customers
  readonly directory: Directory
  readonly book: Book
  readonly sessions: Pick<Sessions, 'of'>
  /** Names the bidding tokens of auctions. */
  readonly tokens: DeskServices['tokens']
  /** The services through which the operator acts. */
  readonly desk: DeskService
  readonly invitations: Invitations
  readonly restrictions: Restrictions
  readonly tickets: SocketTickets
  /** The RFQs that users who signed in from a restricted address may still send. */
  readonly rfqAllowance: RfqAllowance
  /** Receives the outcome of the blocks that use venue accounts. */
  readonly watch: VenueHealth['watch']
  readonly routes: readonly Route[]
  close(): Promise<void>
}

export type AccountOptions = {
  readonly asked?: AskedVenues
  readonly sql: Sql
  readonly passwords: Passwords
  readonly vault: Vault
  readonly post: Post
  /** The address at which users open the product: `https://parley.example`. */
  readonly publicUrl: string
  /** The emails of users who can sign in to a demo with one click; empty outside a demo. */
  readonly demoPeople?: readonly string[]
  readonly rates: Rates
  /** The token source of the perpetuals platform, if the installation is connected to one. */
  readonly userTokenFrom?: ((book: Book) => ProfileParts['userToken']) | undefined
  /** Whether other processes change sessions too. */
  readonly keeps?: 'ALONE' | 'WITH_OTHERS'
  /** The regular checks of venue accounts are one of them; here by default. */
  readonly jobs?: Jobs
  /** To the other gateways, if there are any. */
  readonly echo?: Echo
  readonly now: () => number
  readonly log: Log
}

export async function createAccount({ demoPeople = [], ...options }: AccountOptions): Promise<Account> {
  const { sql, passwords, vault, post, publicUrl, rates, echo = noEcho, now, log } = options
  await keepPublicUrl(sql, publicUrl)
  const book = await openBook(sql, log)
  const auditHead = await logHead(sql, vault, log)
  const sessions = await openSessions(sql, now(), log, options.keeps)
  const restrictions = createRestrictions(book)
  const refusedAddresses = createRefusedAddresses({ sql, book, post, log })
  const access = createAccess({ book, sessions, restrictions, refusedAddresses, keys: createKeyAccess({ sql, book, vault, log }), log })
  const venueHealth = await openVenueHealth(options.asked ?? {}, { sql, book, vault, post, jobs: options.jobs, now, log })
  const desk = createDeskService({ book, vault, post })
  const profile = createProfileService(book)
  const agreements = createAgreements(book, post)
  const factors = createFactors({ sql, book, vault, post, sessions, publicUrl, log })
  const invitations = createInvitations({ sql, book, post, publicUrl, restrictions })
  const signIn = await createSignInSide({
    ...{ sql, book, sessions, post, passwords, publicUrl, demoPeople, rates, echo, now, log },
    factors: factors.secondFactors,
    isRestricted: restrictions.isRestricted,
    remind: agreements.remind,
  })
  const signOn = createSignOn({ sql, book, vault, members: desk.members, admit: signIn.admit, publicUrl, now, log })
  const customers = createCustomers(book)
  const tokens: DeskServices['tokens'] = {}
  const directory = createDirectory(book, venueHealth.health, now)
  return {
    access,
    customers,
    directory,
    book,
    sessions,
    tokens,
    desk,
    invitations,
    restrictions,
    tickets: signIn.tickets,
    rfqAllowance: createRfqAllowance(sql, book),
    watch: venueHealth.watch,
    routes: [
      ...signIn.routes,
      ...signOnRoutes({ signOn, book, deviceOf: signIn.deviceOf, rates }),
      ...factorRoutes(factors),
      ...passkeySignInRoutes({ parts: factors.parts, admit: signIn.admit, deviceOf: signIn.deviceOf }),
      ...onboardingRoutes({
        book,
        invitations,
        registration: createRegistration({ sql, book, passwords, restrictions }),
        restrictions,
        admit: signIn.admit,
        deviceOf: signIn.deviceOf,
        publicUrl,
        failed: signIn.failed,
        perNetwork: createRateLimit(rates.registrationsPerAddress),
      }),
      ...profileRoutes({ book, customers, profile, agreements, publicUrl, userToken: options.userTokenFrom?.(book) }),
      ...auditRoutes(sql),
      ...deskRoutes({ ...venueHealth, book, desk, directory, sessions, access, tokens }),
    ],
    async close() {
      await venueHealth.close()
      await signIn.close()
      await refusedAddresses.close()
      await sessions.close()
      await book.close()
      await auditHead.close()
    },
  }
}

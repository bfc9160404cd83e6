/** Accounts as one part of the server. */
import type { Sql } from 'postgres'
import type { Post } from '../mail/post.ts'
import type { Log } from '../log.ts'
import type { Platform } from '../operations/platform.ts'
import type { Rates } from '../protection/rates.ts'
import { StartProblem } from '../postgres/start-problem.ts'
import { createAccess, type Access } from './access.ts'
import { createKeyAccess, secretOf } from './key-access.ts'
import { auditRoutes } from './audit/routes.ts'
import { tellHead } from './audit/tell-head.ts'
import { openBook, type Book } from './book.ts'
import { createDirectory, credentialsOf } from './desk/create-directory.ts'
import type { Directory } from './desk/directory.ts'
import { createFactors } from './factors/create-factors.ts'
import { factorRoutes } from './factors/routes.ts'
import { createOperator, type Operator } from './operator/operator.ts'
import { createAgreements } from './profile/agreements.ts'
import { createProfileService } from './profile/service.ts'
import { profileRoutes } from './profile/routes.ts'
import { deskRoutes } from './desk/routes.ts'
import { sessionRoutes } from './sign-in/routes.ts'
import type { Route } from '../http/route.ts'
import { createDeskService } from './desk/service.ts'
import { openSessions } from './sign-in/sessions.ts'
import { createSignIn } from './sign-in/sign-in.ts'
import type { Vault } from './vault.ts'

export type Account = {
  readonly access: Access
  readonly directory: Directory
  readonly operator: Operator
  readonly routes: readonly Route[]
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
  const book = await openBook(sql, log)
  checkVault(book, vault)
  const auditHead = await tellHead(sql, log)
  const sessions = await openSessions(sql, now(), log)
  const access = createAccess({ book, sessions, keys: createKeyAccess({ sql, book, vault, log }), log })
  const desk = createDeskService({ book, vault, post })
  const profile = createProfileService(book)
  const agreements = createAgreements(book, post)
  const factors = createFactors({ sql, book, vault, post, sessions, publicUrl, log })
  const signIn = createSignIn(book, sessions, rates)
  const directory = createDirectory(book, vault)
  return {
    access,
    directory,
    operator: createOperator({ book, desk, vault, platform, now }),
    routes: [
      ...sessionRoutes({ book, sessions, signIn }),
      ...factorRoutes(factors),
      ...profileRoutes({ book, profile, agreements, publicUrl }),
      ...auditRoutes(sql),
      ...deskRoutes({ book, desk, directory, sessions, access }),
    ],
    async close() {
      await sessions.close()
      await book.close()
      await auditHead.close()
    },
  }
}

/** A database whose secrets were sealed with another key is of no use; better said now than at the first signature. */
function checkVault({ accounts }: Book, vault: Vault): void {
  const [key] = accounts.keys.values()
  const [venueAccounts] = accounts.venueAccounts.values()
  try {
    if (key !== undefined) vault.open(key.secretSealed, secretOf(key.id))
    if (venueAccounts?.[0] !== undefined) vault.open(venueAccounts[0].credentialsSealed, credentialsOf(venueAccounts[0].id))
  } catch (error) {
    throw new StartProblem(
      'SecretKeyBroken',
      'The secrets in this database were encrypted with another key; set PARLEY_SECRET_KEY to that one, or put its secret.key back into DATA_DIR.',
      error,
    )
  }
}

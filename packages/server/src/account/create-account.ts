/** Accounts as one part of the server. */
import type { Sql } from 'postgres'
import type { Log } from '../log.ts'
import type { Platform } from '../operations/platform.ts'
import type { Rates } from '../protection/rates.ts'
import { StartProblem } from '../postgres/start-problem.ts'
import { createAccess, secretOf, type Access } from './access.ts'
import { openBook, type Book } from './book.ts'
import { createDirectory, credentialsOf } from './create-directory.ts'
import type { Directory } from './directory.ts'
import { createOperator, type Operator } from './operator.ts'
import { accountRoutes } from './routes.ts'
import type { Route } from '../http/route.ts'
import { createAccountService } from './service.ts'
import { openSessions } from './sessions.ts'
import { createSignIn } from './sign-in.ts'
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
  readonly platform: Platform
  readonly rates: Rates
  readonly now: () => number
  readonly log: Log
}

export async function createAccount({ sql, vault, platform, rates, now, log }: AccountOptions): Promise<Account> {
  const book = await openBook(sql, log)
  checkVault(book, vault)
  const sessions = await openSessions(sql, now(), log)
  const access = createAccess(sql, book, sessions, vault, log)
  const service = createAccountService(book, vault)
  const signIn = createSignIn(book, sessions, rates)
  const directory = createDirectory(book, vault)
  return {
    access,
    directory,
    operator: createOperator({ book, service, vault, platform, now }),
    routes: accountRoutes({ book, sessions, service, signIn, directory }),
    async close() {
      await sessions.close()
      await book.close()
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

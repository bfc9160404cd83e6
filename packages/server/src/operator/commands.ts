import type { Sql } from '../database/sql.ts'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { Platform } from '../platform/platform.ts'
import type { Vault } from '../vault/vault.ts'
import type { CliArguments } from './cli-arguments.ts'
import type { Author } from '../audit/author.ts'
import type { Passwords } from '../accounts/sign-in/passwords.ts'
import type { Operator } from './operator.ts'

/** The services that the commands use. */
export type CommandServices = {
  readonly operator: Operator
  readonly book: Book
  readonly sql: Sql
  readonly platform: Platform
  readonly vault: Vault
  /** The folder with the keys from before a rotation. */
  readonly dataDir: string
  readonly passwords: Passwords
  /** The command line if absent. */
  readonly author?: Author
  readonly now: () => number
}

/** The output of each command, by the command's name. */
export type Commands = Readonly<Record<string, (given: CliArguments) => Promise<string>>>

/** Runs an operator command on the data of an installation, whether or not Parley is running on it. */
import { commandLine } from '../audit/author.ts'
import type { Sql } from '../database/sql.ts'
import { wireOperator } from '../operator/wire-operator.ts'
import { readCliArguments } from '../operator/cli-arguments.ts'
import type { SecretInput } from '../operator/secret-input.ts'
import { usage } from '../operator/usage.ts'
import { openBook } from '../accounts/accounts-snapshot.ts'
import { createPasswords, passwordWork } from '../accounts/sign-in/passwords.ts'
import type { Vault } from '../vault/vault.ts'
import { openVault } from '../vault/open-vault.ts'
import { runCommand } from '../operator/operator-command.ts'
import { silent } from '../log/log.ts'
import { openPlatform } from '../platform/platform.ts'
import { readPublicUrl } from '../platform/public-url.ts'
import { openCluster } from '../embedded-postgres/cluster.ts'
import { connect, withDatabase } from '../database/connect.ts'
import { requireDatabase } from '../embedded-postgres/inspect-database.ts'
import { StartProblem } from '../database/start-problem.ts'
import { openDatabase, type Database } from '../embedded-postgres/supervisor.ts'
import { type Environment, readPlace, readServing } from '../settings.ts'
import { checkInstallation, placeOf } from './installation.ts'

/**
 * Returns the answer of the command. Throws `OperatorProblem` if the command is refused, and `StartProblem` if there is no installation or it
 * cannot be reached. `onInstallation` gets the name of the installation.
 */
export async function runOperator(
  args: readonly string[],
  env: Environment,
  input: SecretInput,
  onInstallation: (place: string) => void = () => undefined,
): Promise<string> {
  if (args.length === 0 || args[0] === 'help' || args.includes('--help')) return usage
  // An error in the arguments is reported before a database is started.
  readCliArguments(args, input)
  const { dataDir, databaseUrl, secretKey } = readPlace(env)
  requireDatabase({ dataDir, url: databaseUrl })
  const database = await openOrJoin(dataDir, databaseUrl)
  try {
    await checkInstallation(database.sql, { dataDir, databaseUrl })
    onInstallation(placeOf({ dataDir, databaseUrl }))
    const vault = await openVault({ sql: database.sql, dataDir, secretKey, now: Date.now() })
    return await run(database.sql, vault, { args, env, input, dataDir })
  } finally {
    await database.close()
  }
}

type OperatorCall = { readonly args: readonly string[]; readonly env: Environment; readonly input: SecretInput; readonly dataDir: string }

async function run(sql: Sql, vault: Vault, { args, env, input, dataDir }: OperatorCall): Promise<string> {
  const book = await openBook(sql, silent)
  const platform = await openPlatform({ sql, now: Date.now, log: silent })
  const { publicUrl: given, port } = readServing(env)
  const publicUrl = given ?? (await readPublicUrl(sql)) ?? `http://localhost:${port}`
  const passwords = createPasswords(passwordWork)
  const author = { ...commandLine, why: readCliArguments(args, input).maybe('why') }
  const operator = wireOperator({ sql, book, vault, platform, passwords, publicUrl, author, now: Date.now })
  try {
    return await runCommand({ operator, book, sql, platform, vault, passwords, author, dataDir, now: Date.now }, args, input)
  } finally {
    await platform.close()
  }
}

/** If Parley is running on the folder, its database is used and left running, and Parley reads the changes. */
async function openOrJoin(dataDir: string, databaseUrl: string | undefined): Promise<Pick<Database, 'sql' | 'close'>> {
  try {
    return await openDatabase({ dataDir, url: databaseUrl, log: silent })
  } catch (error) {
    if (!(error instanceof StartProblem) || error.kind !== 'AlreadyRunning') throw error
    const { url } = await openCluster({ dataDir, log: silent })
    const sql = connect(withDatabase(url, 'parley'), { max: 2, name: 'parley operator' })
    return { sql, close: () => sql.end({ timeout: 5 }) }
  }
}

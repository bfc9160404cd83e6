/** `npm run operator -- <command>`: firms, desks and people of an installation, whether the product is running or not. */
import { fileURLToPath } from 'node:url'
import { createOperator, OperatorProblem } from './account/operator.ts'
import { openBook } from './account/book.ts'
import { createAccountService } from './account/service.ts'
import { createVault, loadSecretKey } from './account/vault.ts'
import { runCommand, usage } from './account/operator-command.ts'
import { silent } from './log.ts'
import { createPlatform } from './operations/platform.ts'
import { openCluster } from './postgres/cluster.ts'
import { connect, withDatabase } from './postgres/connect.ts'
import { migrate } from './postgres/migrate.ts'
import { StartProblem } from './postgres/start-problem.ts'
import { openDatabase, type Database } from './postgres/supervisor.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const { env } = process

async function main(args: readonly string[]): Promise<string> {
  if (args.length === 0 || args[0] === 'help' || args.includes('--help')) return usage
  const dataDir = env['DATA_DIR'] ?? `${root}data`
  const database = await openOrJoin(dataDir)
  try {
    await migrate(database.sql, silent)
    const vault = createVault(loadSecretKey(dataDir, env['PARLEY_SECRET_KEY']))
    const book = await openBook(database.sql, silent)
    const service = createAccountService(book, vault)
    return await runCommand(createOperator({ book, service, vault, platform: createPlatform(), now: Date.now }), book, args)
  } finally {
    await database.close()
  }
}

/** The product may be running on the folder: its database is then used and left running; the product hears of what changed. */
async function openOrJoin(dataDir: string): Promise<Pick<Database, 'sql' | 'close'>> {
  try {
    return await openDatabase({ dataDir, url: env['DATABASE_URL'], log: silent })
  } catch (error) {
    if (!(error instanceof StartProblem) || error.kind !== 'AlreadyRunning') throw error
    const { url } = await openCluster({ dataDir, log: silent })
    const sql = connect(withDatabase(url, 'parley'), { max: 2, name: 'parley operator' })
    return { sql, close: () => sql.end({ timeout: 5 }) }
  }
}

try {
  process.stdout.write(`${await main(process.argv.slice(2))}\n`)
} catch (error) {
  const isPlain = error instanceof OperatorProblem || error instanceof StartProblem
  process.stderr.write(`${isPlain ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}

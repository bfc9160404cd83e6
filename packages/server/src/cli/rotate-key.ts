/** `npm run rotate-key`: encrypts every secret of an installation with a new key, while Parley is stopped. */
import { openKey } from '../vault/open-vault.ts'
import { checkInstallation, placeOf } from './installation.ts'
import { rotateSecretKey } from './rotate-secret-key.ts'
import { keyFrom, keyIdOf, newKey, oldKeyName, promoteNextKey, writeNextKey } from '../vault/secret-key.ts'
import { silent } from '../log/log.ts'
import { asStartProblem, StartProblem } from '../database/start-problem.ts'
import { requireDatabase } from '../embedded-postgres/inspect-database.ts'
import { openDatabase } from '../embedded-postgres/supervisor.ts'
import { readNewSecretKey, readPlace } from '../settings.ts'

async function main(): Promise<string> {
  const { dataDir, databaseUrl, secretKey } = readPlace(process.env)
  const given = readNewSecretKey(process.env)
  const isFile = secretKey === undefined
  if (isFile !== (given === undefined)) throw new StartProblem('SettingWrong', isFile ? onlyWithGivenKey : needsNewKey)
  requireDatabase({ dataDir, url: databaseUrl })
  const to = given === undefined ? newKey() : keyFrom(given, 'PARLEY_NEW_SECRET_KEY')
  // Has its own connection name, because any other connection of Parley blocks the rotation.
  const database = await openDatabase({ dataDir, url: databaseUrl, log: silent, name: 'parley rotation' })
  const { sql } = database
  try {
    await checkInstallation(sql, { dataDir, databaseUrl })
    const now = Date.now()
    const from = await openKey({ sql, dataDir, secretKey, now })
    if (keyIdOf(from) === keyIdOf(to))
      throw new StartProblem('SettingWrong', 'PARLEY_NEW_SECRET_KEY is the key in use; set it to a new one.')
    const keep = () => (isFile ? writeNextKey(dataDir, to) : undefined)
    const { texts, before, after } = await rotateSecretKey({ sql, from, to, now, keep })
    if (isFile) promoteNextKey(dataDir, after)
    const next = isFile
      ? `The old key is kept as ${oldKeyName(before)} in ${dataDir} for backups that were made with it. Delete it once no such backup remains.`
      : 'Set PARLEY_SECRET_KEY to the value of PARLEY_NEW_SECRET_KEY. Keep the old key for backups that were made with it.'
    return `${texts} secrets are now encrypted with the new key ${after}; the old key was ${before}. ${next} The installation is ${placeOf({ dataDir, databaseUrl })}.`
  } finally {
    await database.close()
  }
}

const needsNewKey =
  'PARLEY_SECRET_KEY is set, so you manage the key yourself: set PARLEY_NEW_SECRET_KEY to the new one (openssl rand -hex 32).'
const onlyWithGivenKey =
  'PARLEY_NEW_SECRET_KEY is used only with PARLEY_SECRET_KEY. Without it, the new key is generated and kept in DATA_DIR/secret.key.'

try {
  process.stdout.write(`${await main()}\n`)
} catch (error) {
  const problem = asStartProblem(error, readPlace(process.env).dataDir) as Error
  process.stderr.write(`${problem instanceof StartProblem ? problem.message : problem.stack}\n`)
  process.exitCode = 1
}

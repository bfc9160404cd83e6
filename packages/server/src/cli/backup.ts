/** `npm run backup -- --into FOLDER`: a consistent backup of the database, while Parley trades or is stopped. The secret key is not part of it. */
import { inspectDatabase } from '../embedded-postgres/inspect-database.ts'
import { readPlace } from '../settings.ts'
import { folderOf, runCommand } from './backup/command.ts'
import { makeBackup } from './backup/make-backup.ts'
import { checkInstallation, placeOf } from './installation.ts'

await runCommand(async (words) => {
  const into = folderOf(words, '--into', 'npm run backup -- --into /var/backups/parley/2026-12-01')
  const { dataDir, databaseUrl } = readPlace(process.env)
  const database = await inspectDatabase({ dataDir, url: databaseUrl })
  try {
    await checkInstallation(database.sql, { dataDir, databaseUrl })
    const { heads, keyId } = await makeBackup({ database, dataDir, into, now: () => new Date() })
    const rows = heads.map(({ shard, seq }) => `${shard} ${seq}`).join(', ')
    console.log(`Backup of ${placeOf({ dataDir, databaseUrl })} in ${into}. Last rows of the journal: ${rows || 'none'}.`)
    console.log(`It can be used only with the secret key ${keyId}, which is not in it. Keep the key somewhere else.`)
  } finally {
    await database.close()
  }
})

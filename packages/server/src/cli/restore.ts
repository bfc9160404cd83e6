/** `npm run restore -- --from FOLDER`: restores a backup into a new DATA_DIR or an empty DATABASE_URL, and checks the journal from its first row. */
import { inspectDatabase } from '../embedded-postgres/inspect-database.ts'
import { readPlace } from '../settings.ts'
import { checkRestored } from './backup/check-restored.ts'
import { folderOf, runCommand } from './backup/command.ts'
import { readManifest } from './backup/manifest.ts'
import { missingKey, restoreBackup } from './backup/restore-backup.ts'
import { placeOf } from './installation.ts'

await runCommand(async (words) => {
  const from = folderOf(words, '--from', 'npm run restore -- --from /var/backups/parley/2026-12-01')
  const place = readPlace(process.env)
  const { dataDir, databaseUrl } = place
  const manifest = readManifest(from)
  await restoreBackup(manifest, from, place)
  const database = await inspectDatabase({ dataDir, url: databaseUrl })
  try {
    const isWell = await checkRestored(database.sql, manifest, (sentence) => console.log(sentence))
    if (!isWell) process.exitCode = 1
    console.log(`Restored the backup of ${manifest.endedAt} into ${placeOf({ dataDir, databaseUrl })}.`)
    const missing = missingKey(manifest, place)
    if (missing !== undefined) console.log(missing)
  } finally {
    await database.close()
  }
})

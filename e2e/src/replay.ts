/** The journal of a product, replayed from the start and compared with the current state. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const REPLAY = fileURLToPath(new URL('../../packages/server/src/cli/replay.ts', import.meta.url))
const MOST_OUTPUT_BYTES = 2 ** 24

type Settings = Readonly<Record<string, string>>

/** Only for a product that has been stopped. Without a `DATABASE_URL` in its settings, its database is the embedded one. */
export function checkReplay(dataDir: string, settings: Settings = {}): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', ...settings }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [REPLAY, '--check'], { env, maxBuffer: MOST_OUTPUT_BYTES }, (error, stdout, stderr) => {
      if (error === null) resolve()
      else reject(new Error(`the journal does not give what there is:\n${stdout}${stderr}`, { cause: error }))
    })
  })
}

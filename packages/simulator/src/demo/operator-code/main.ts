/** `npm run operator-code`: the current code of the demo's operator, in place of an authenticator app. */
import { authenticatorCode } from '@parley/server'
import { readDemoFile } from '../demo-file.ts'
import { readOptions } from '../options.ts'

const { dataDir } = readOptions([], process.env)
const operator = readDemoFile(dataDir)?.operator
if (operator === undefined) {
  console.error(`There is no demo in ${dataDir}. Start it with npm start, or set DATA_DIR.`)
  process.exitCode = 1
} else console.log(authenticatorCode(operator.totpSecret, Date.now()))

/** Finds the server's address and our keys: from the environment, or from one of the user's two desks in the demo. */
import { existsSync, readFileSync } from 'node:fs'

export type Desk = {
  readonly baseUrl: string
  readonly accessKey: string
  readonly secretKey: string
  readonly account: string | undefined
}

type DemoDesk = { simulated: boolean; accessKey: string; secretKey: string; accounts: Record<string, string> }

export function deskOf(trade: 'TAKER' | 'MAKER'): Desk {
  const {
    PARLEY_URL: url,
    PARLEY_ACCESS_KEY: accessKey,
    PARLEY_SECRET_KEY: secretKey,
    PARLEY_ACCOUNT: account,
    DATA_DIR = 'data',
  } = process.env
  if (accessKey && secretKey) return { baseUrl: url ?? 'http://localhost:4000', accessKey, secretKey, account }
  const demo = readDemo(`${DATA_DIR}/demo.json`)
  const own = demo.desks.filter(({ simulated }) => !simulated)
  const desk = (trade === 'TAKER' ? own[0] : own.at(-1))!
  return { baseUrl: url ?? demo.baseUrl, accessKey: desk.accessKey, secretKey: desk.secretKey, account: desk.accounts['DBT'] }
}

function readDemo(path: string): { readonly baseUrl: string; readonly desks: readonly DemoDesk[] } {
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as ReturnType<typeof readDemo>
  console.error(`${path} does not exist. Start the demo with npm start, or set PARLEY_ACCESS_KEY and PARLEY_SECRET_KEY.`)
  process.exit(1)
}

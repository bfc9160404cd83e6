/** Where the server is and who we are: from the environment, or one of the newcomer's two desks of the demo. */
import { readFileSync } from 'node:fs'

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
  const demo = JSON.parse(readFileSync(`${DATA_DIR}/demo.json`, 'utf8')) as { baseUrl: string; desks: DemoDesk[] }
  const own = demo.desks.filter(({ simulated }) => !simulated)
  const desk = (trade === 'TAKER' ? own[0] : own.at(-1))!
  return { baseUrl: url ?? demo.baseUrl, accessKey: desk.accessKey, secretKey: desk.secretKey, account: desk.accounts['DBT'] }
}

/** A market that has just opened marks its instruments one after the other, and a chain of which half is marked has no money to be near. */
import { setTimeout as delay } from 'node:timers/promises'
import { createBot, type Keys } from './protocol/bot.ts'

const WITHIN_MS = 60_000
const LOOK_MS = 100

/** Waits until every option is marked; throws where that does not come about. */
export async function untilMarked(baseUrl: string, keys: Keys): Promise<void> {
  const bot = createBot(baseUrl, keys)
  for (const currency of ['BTC', 'ETH']) {
    const path = `/v2/drfq/instruments/?venue=DBT&base_currency=${currency}&kind=OPTION&state=ACTIVE&include_greeks=true&page_size=1000`
    for (const last = Date.now() + WITHIN_MS; ; await delay(LOOK_MS)) {
      const { status, text } = await bot.send('GET', path)
      if (status === 200 && text.includes('"greeks":{') && !text.includes('"greeks":null')) break
      if (Date.now() > last) throw new Error(`not every option on ${currency} is marked: ${status} ${text.slice(0, 300)}`)
    }
  }
}

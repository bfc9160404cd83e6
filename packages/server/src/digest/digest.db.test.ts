import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { openTestSocket, PASSWORD } from '../../test/product.ts'
import { done, legsFor, startTradingProduct, type TradingProduct } from '../../test/trading-product.ts'
import { eventually } from '../../test/desk.ts'
import { digestLimits } from './limits.ts'

const MINUTE = 60_000

const database = withTestDatabase()
let floor: TradingProduct
beforeAll(async () => {
  floor = await startTradingProduct(database.url)
})
afterAll(() => floor.close())

type Reader = { readonly email: string; readonly token: string; patch(body: object): Promise<void> }

/** A user of the making desk who has signed in and has no screen open. */
async function signedIn(name: string, role: 'trader' | 'viewer' = 'trader'): Promise<Reader> {
  const { product } = floor
  const email = `${name}@kestrel.example`
  await product.server.operator.createUser({ email, password: PASSWORD, firstName: name, lastName: 'Test', desk: 'KEST', role })
  const token = await product.signIn(email)
  const headers = { authorization: `Token ${token}` }
  return {
    email,
    token,
    async patch(body) {
      const { status } = await product.send('PATCH', '/account/user/', { headers, body: JSON.stringify(body) })
      expect(status).toBe(200)
    },
  }
}

const ask = async (): Promise<string> =>
  done(await floor.as('ORRY', 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '25', legs: floor.spread, counterparties: ['KEST'] })).id

async function trade(rfq: string): Promise<void> {
  const terms = { rfq_id: rfq, quantity: '25' }
  done(await floor.as('KEST', 'POST', '/v2/drfq/orders/', { ...terms, side: 'SELL', legs: legsFor(floor, '0.03') }))
  done(await floor.as('ORRY', 'POST', '/v2/drfq/orders/', { ...terms, side: 'BUY', price: '0.03', time_in_force: 'FILL_OR_KILL' }))
  const isSettled = async () => (await floor.as('KEST', 'GET', `/v2/drfq/trades/?rfq_id=${rfq}`)).json as { results: { state: string }[] }
  await eventually(isSettled, ({ results }) => results[0]?.state === 'FILLED')
}

const emailsOf = async ({ email }: Reader): Promise<readonly string[]> =>
  (await floor.product.mails(email)).filter(({ kind }) => kind === 'Digest').map(({ text }) => text)

/** The time in which events are gathered. The server then acts on its own. */
const later = (ms: number): void => void (floor.clock.now += ms)
const arrives = (reader: Reader, count: number) => eventually(() => emailsOf(reader), ({ length }) => length === count) // prettier-ignore

describe('emails to users who are signed in and away', () => {
  it('tell of RFQs received and of trades settled, several in one, and then nothing for a quarter of an hour', async () => {
    const ida = await signedIn('ida')
    const rfq = await ask()
    await trade(rfq)
    expect(await emailsOf(ida)).toEqual([])
    later(digestLimits.gatherMs)
    await arrives(ida, 1)
    // An email can have line breaks anywhere.
    const mail = (await emailsOf(ida))[0]!.replaceAll(/\s+/g, ' ')
    expect(mail).toMatch(/RFQ received from ORRY: 25 × Call Spread · \d\d [A-Z]{3} \d\d · \S+ \/ \S+, DBT\./)
    expect(mail).toMatch(/Trade settled: sold 25 × Call Spread · .* at 0\.0300 BTC, DBT\./)

    await ask()
    later(digestLimits.gatherMs)
    const jon = await signedIn('jon')
    await ask()
    later(digestLimits.gatherMs)
    await arrives(jon, 1)
    const [alone] = (await floor.product.mails(jon.email)).filter(({ kind }) => kind === 'Digest')
    expect(alone!.subject).toMatch(/^RFQ received from ORRY: 25 × Call Spread/)
    expect(await emailsOf(ida)).toHaveLength(1)
    later(digestLimits.quietMs)
    await arrives(ida, 2)
    expect((await emailsOf(ida)).join('').match(/RFQ received/g)).toHaveLength(3)
  })

  it('are not sent to users who are at the screen, have turned them off, only view, or have signed out', async () => {
    const [here, off, viewer, out, sent] = [await signedIn('kim'), await signedIn('lou'), await signedIn('max', 'viewer'), await signedIn('ned'), await signedIn('ole')] // prettier-ignore
    const socket = await openTestSocket(floor.product.server.baseUrl, `/v2/drfq/?token=${here.token}`)
    await off.patch({ email_notifications_enabled: false })
    await floor.product.send('POST', '/account/logout/', { headers: { authorization: `Token ${out.token}` } })
    await ask()
    later(digestLimits.gatherMs)
    await arrives(sent, 1)
    for (const reader of [here, off, viewer, out]) expect(await emailsOf(reader), reader.email).toEqual([])
    socket.close()
  })

  it('contain no trades for users who have turned off trading notifications', async () => {
    const pia = await signedIn('pia')
    await pia.patch({ trading_notifications_enabled: false })
    await trade(await ask())
    later(digestLimits.gatherMs)
    await arrives(pia, 1)
    const [mail] = await emailsOf(pia)
    expect(mail).toMatch(/RFQ received/)
    expect(mail).not.toMatch(/Trade settled/)
    later(MINUTE)
  })

  it('are not written to who comes back before they are due', async () => {
    const [rex, sue] = [await signedIn('rex'), await signedIn('sue')]
    await ask()
    const socket = await openTestSocket(floor.product.server.baseUrl, `/v2/drfq/?token=${rex.token}`)
    later(digestLimits.gatherMs)
    await arrives(sue, 1)
    expect(await emailsOf(rex)).toEqual([])
    socket.close()
  })
})

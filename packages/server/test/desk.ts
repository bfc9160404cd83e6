/** A desk with several users on the running product, for tests of its administrators' actions. */
import { setTimeout as delay } from 'node:timers/promises'
import type { DeskRole } from '@parley/core'
import { call, higher, markOf } from './instruments.ts'
import { createTestVenue, otherVenues } from './market-venue.ts'
import type { ServerOptions } from '../src/server-options.ts'
import { PASSWORD, startTestProduct, type Answer, type Key, type TestProduct } from './product.ts'

export type Person = { readonly email: string; readonly id: string; readonly token: string }

/** A response that is an object, as nearly all are. */
export type ObjectAnswer = Omit<Answer, 'json'> & { readonly json: Record<string, unknown> }

export type TestDesk = {
  readonly product: TestProduct
  readonly venue: ReturnType<typeof createTestVenue>
  as(token: string, method: string, path: string, body?: unknown): Promise<Answer>
  /** Signed by a key, or in the session of a user. */
  by(sender: Key | Person, method: string, path: string, body?: object): Promise<ObjectAnswer>
  /** Creates the user if necessary, and signs them in. */
  person(name: string, role: DeskRole, desk?: 'ORRY' | 'KEST'): Promise<Person>
  /** An RFQ of ORRY to KEST that stays open. */
  ask(asker: string | Key): Promise<string>
  close(): Promise<void>
}

export async function openTestDesk(databaseUrl: string, more: Partial<ServerOptions> = {}): Promise<TestDesk> {
  const venue = createTestVenue('DBT', [call, higher], () => 1_800_000_000_000)
  const product = await startTestProduct(databaseUrl, { venues: [venue, ...otherVenues(() => 1_800_000_000_000)], ...more })
  venue.mark(markOf(call, 0.05), markOf(higher, 0.03))
  const { operator } = product.server
  for (const desk of ['ORRY', 'KEST'])
    await operator.addVenueAccount(desk, { venue: 'DBT', name: `${desk} main`, clientId: desk, clientSecret: 'secret', isDefault: true })
  await operator.approveMutually('ORRY', 'KEST')
  const as = (token: string, method: string, path: string, body?: unknown) =>
    product.send(method, path, {
      headers: { authorization: `Token ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    product,
    venue,
    as,
    async by(sender, method, path, body) {
      const isPerson = 'token' in sender
      const answer = isPerson
        ? await as(sender.token, method, path, body)
        : await product.signed(method, path, body === undefined ? '' : JSON.stringify(body), sender)
      return { ...answer, json: answer.json as ObjectAnswer['json'] }
    },
    async person(name, role, desk = 'ORRY') {
      const email = `${name}@${desk.toLowerCase()}.example`
      const { id } = await operator.createUser({ email, password: PASSWORD, firstName: name, lastName: 'Test', desk, role })
      return { email, id, token: await product.signIn(email) }
    },
    async ask(asker) {
      const send = (method: string, path: string, body?: object) =>
        typeof asker === 'string'
          ? as(asker, method, path, body)
          : product.signed(method, path, body === undefined ? '' : JSON.stringify(body), asker)
      const { json } = await send('GET', '/v2/drfq/instruments/')
      const [leg] = (json as { results: { id: number; min_block_size: string }[] }).results
      const legs = [{ instrument_id: leg!.id, ratio: '1', side: 'BUY' }]
      const wanted = { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs, account_name: 'ORRY main' }
      const made = await send('POST', '/v2/drfq/rfqs/', wanted)
      if (made.status !== 201) throw new Error(`no request: ${made.text}`)
      return (made.json as { id: string }).id
    },
    close: () => product.close(),
  }
}

/** Twenty seconds, with fewer calls than a desk may make in one second, because the test clock does not move. */
const PATIENCE = { tries: 400, betweenMs: 50 }

/** Polls until the condition holds, because cancelling for a user who is gone has no response to wait for. */
export async function eventually<T>(look: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  for (let tries = 0; tries < PATIENCE.tries; tries += 1) {
    const seen = await look()
    if (isSo(seen)) return seen
    await delay(PATIENCE.betweenMs)
  }
  return look()
}

/** The account behind a key: whether it may trade blocks, and the code by which others ask its desk. */
import { asList, asObject } from '../adapter/wire-object.ts'
import type { Venue, VenueAnswer, VenueCredentials } from '../venue-port.ts'
import { failureFromWire, refused, unknown } from './answers.ts'
import type { Rest } from './rest.ts'
import { textOf } from './wire.ts'

export type Desk = { readonly deskCode: string; readonly venueNow: number }

export interface AccountReader {
  readonly check: Venue['checkAccount']
  /** The desk of the key, as the venue answers it just now. */
  deskOf(credentials: VenueCredentials): Promise<VenueAnswer<Desk>>
}

export function createAccountReader(rest: Rest): AccountReader {
  const deskOf: AccountReader['deskOf'] = async (credentials) => {
    const answer = await rest.readAs(credentials, '/v5/rfq/config', {})
    if (answer.kind !== 'RESULT') return failureFromWire(answer)
    const config = asObject(answer.result)
    const deskCode = textOf(config?.['deskCode']) ?? textOf(asObject(asList(config?.['list'])[0])?.['deskCode'])
    if (deskCode === undefined) return unknown('the venue named no desk for this key')
    return { outcome: 'DONE', value: { deskCode, venueNow: answer.venueNow } }
  }
  return {
    deskOf,
    check: async (credentials) => {
      const answer = await rest.readAs(credentials, '/v5/user/query-api', {})
      if (answer.kind !== 'RESULT') return failureFromWire(answer)
      const key = asObject(answer.result)
      if (key?.['readOnly'] !== 0) return refused('The key may only read; make one that may read and write at Bybit.', 'READ_ONLY')
      // Newer answers say `uta`, older ones `unified`; a classic account says no to both.
      if (key['uta'] === 0 && key['unified'] !== 1) return refused('Blocks need a unified trading account (10028).', '10028')
      const desk = await deskOf(credentials)
      return desk.outcome === 'DONE' ? { outcome: 'DONE', value: { accountName: desk.value.deskCode } } : desk
    },
  }
}

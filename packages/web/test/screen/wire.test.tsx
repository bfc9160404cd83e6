/** The simulated network checks the contracts: a request or an answer that does not match them fails the test. */
import { accountCalls } from '@parley/contracts'
import { createClient } from '@parley/client'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, noNetwork, Refused } from './answers.ts'
import { personOf } from './people.ts'
import { openWire, type Wire } from './wire.ts'

let wire: Wire | undefined
afterEach(() => wire?.close())

const client = createClient({ baseUrl: '', credentials: { kind: 'session', token: () => 'the token', onToken: () => undefined } })
const login = (email: string) => client.call(accountCalls.login, { body: { email, password: 'cobalt ferry timetable' } })

describe('the network of a screen test', () => {
  it('answers a call of the contracts, and keeps what was sent', async () => {
    wire = openWire([answer(accountCalls.login, { token: 't', user: personOf() })])
    expect((await login('grace@amberroad.example')).token).toBe('t')
    expect(wire.sentTo(accountCalls.login).map(({ body }) => body)).toEqual([
      { email: 'grace@amberroad.example', password: 'cobalt ferry timetable' },
    ])
    expect(wire.faults()).toEqual([])
  })

  it('refuses as the server does, by field where a form reads it', async () => {
    wire = openWire([answer(accountCalls.login, new Refused('SignInRefused', 'Unable to log in with provided credentials.'))])
    await expect(login('grace@amberroad.example')).rejects.toMatchObject({
      status: 400,
      fields: {},
      message: 'Unable to log in with provided credentials.',
    })
    wire.answer(answer(accountCalls.login, noNetwork))
    await expect(login('grace@amberroad.example')).rejects.toMatchObject({ status: 0, error: 'NetworkError' })
    expect(wire.faults()).toEqual([])
  })

  it.each<[what: string, fault: string, send: () => Promise<unknown>]>([
    ['a call that the contracts do not have', 'The contracts have no call GET /account/nowhere/.', () => fetch('/account/nowhere/')],
    [
      'a call that the test does not answer',
      'The test does not answer GET /account/demo/.',
      () => client.call(accountCalls.listDemoPeople, {}),
    ],
    [
      'a body that the contracts do not allow',
      'POST /account/login/ was sent a body that the contracts do not allow',
      () => login('x'.repeat(300)),
    ],
    [
      'an answer that the contracts do not allow',
      'The test answers GET /account/user/ with what the contracts do not allow',
      () => client.call(accountCalls.getUser, {}),
    ],
  ])('blames %s', async (_, fault, send) => {
    wire = openWire([
      answer(accountCalls.login, { token: 't', user: personOf() }),
      answer(accountCalls.getUser, { ...personOf(), role: 'owner' as 'trader' }),
    ])
    await send().catch(() => undefined)
    expect(wire.faults().join()).toContain(fault)
  })
})

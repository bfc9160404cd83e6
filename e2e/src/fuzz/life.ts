/** A user's life in valid requests, in order: invited, joined, with a new password, factors and passkeys, moved between roles and removed. */
import { randomUUID } from 'node:crypto'
import { authenticatorFor } from '../account/authenticator.ts'
import { emailTo, linkIn } from '../account/emails.ts'
import { makeSoftwarePasskey, type SoftwarePasskey } from '../account/software-passkey.ts'
import type { Answer, Json } from '../protocol/answer.ts'
import { callAs } from '../protocol/session.ts'
import type { Product } from '../product.ts'
import type { Sends } from './right.ts'
import { signOnSteps } from './sign-on.ts'
import { must, type Step } from './step.ts'

type Person = { email: string; password: string; token: string; id: string }

/** For an email in transit, on a busy machine. */
const LOOKS = 180
const LOOK_EVERY_MS = 250

const textOf = (json: Json, member: string): string => String(json[member])

/** In the order of one life; each step uses what the earlier ones have left. */
export function lifeOf(product: Product, boss: Sends): readonly Step[] {
  const person: Person = { email: `${randomUUID()}@fuzz.example`, password: `gravel lantern ${randomUUID()}`, token: '', id: '' }
  const bearing = (token: () => string): Sends => ({
    send: (method, path, body) => callAs({ baseUrl: product.baseUrl, token: token() }, method, path, body),
  })
  const me = bearing(() => person.token)
  const nobody = bearing(() => '')
  const signIn = async (): Promise<string> => {
    const { email, password } = person
    return textOf(await must(nobody, 'POST', '/account/login/', { email, password }), 'token')
  }
  return [
    ...onboarding(product, boss, nobody, person),
    ...ownAccount(me, nobody, person),
    ...sessions(bearing, nobody, person, signIn),
    ...forgotten(product, nobody, person),
    ...authentication(product, me, person),
    ...signOnSteps(product, nobody, person.email),
    ...passkeys(product, me, nobody, person),
    ...heldRequests(boss, me),
    ['DELETE /account/user/sessions/', () => ({ by: me, path: '/account/user/sessions/' })],
    ['PATCH /account/desk/members/{id}/', () => ({ by: boss, path: `/account/desk/members/${person.id}/`, body: { role: 'viewer' } })],
    ['DELETE /account/desk/members/{id}/', () => ({ by: boss, path: `/account/desk/members/${person.id}/` })],
  ]
}

/** Two persons of a desk: one sends an RFQ that needs approval, and the other decides it. */
function heldRequests(boss: Sends, me: Sends): readonly Step[] {
  const bounds = (approval_above: string | null) => ({
    ...{ by: boss, path: '/v2/protection/bounds/' },
    body: { most_notional: null, most_deviation_percent: null, approval_above },
  })
  const held = async (): Promise<string> => {
    const { by, path, body } = bounds('1')
    await must(by, 'PUT', path, body)
    const query = 'venue=DBT&base_currency=BTC&kind=OPTION&state=ACTIVE&page_size=1'
    const { results } = (await must(me, 'GET', `/v2/drfq/instruments/?${query}`)) as Json & { results: readonly Json[] }
    const legs = [{ instrument_id: results[0]!['id'], ratio: '1', side: 'BUY' }]
    const { json } = await me.send('POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '25', counterparties: ['LARK'], legs })
    return textOf(json['data'] as Json, 'held_request')
  }
  const path = async (verb: string) => `/v2/protection/held_requests/${await held()}/${verb}/`
  return [
    ['POST /v2/protection/held_requests/{id}/approve/', async () => ({ by: boss, path: await path('approve') })],
    ['POST /v2/protection/held_requests/{id}/decline/', async () => ({ by: boss, path: await path('decline') })],
    ['POST /v2/protection/held_requests/{id}/withdraw/', async () => ({ by: me, path: await path('withdraw') })],
    ['PUT /v2/protection/bounds/', () => bounds(null)],
  ]
}

function onboarding(product: Product, boss: Sends, nobody: Sends, person: Person): readonly Step[] {
  const path = '/account/desk/invitations/'
  const invite = async (email: string) => textOf(await must(boss, 'POST', path, { email, role: 'administrator' }), 'id')
  return [
    ['POST /account/desk/invitations/', () => ({ by: boss, path, body: { email: `${randomUUID()}@fuzz.example`, role: 'trader' } })],
    [
      'POST /account/desk/invitations/{id}/resend/',
      async () => ({ by: boss, path: `${path}${await invite(`${randomUUID()}@fuzz.example`)}/resend/` }),
    ],
    ['DELETE /account/desk/invitations/{id}/', async () => ({ by: boss, path: `${path}${await invite(`${randomUUID()}@fuzz.example`)}/` })],
    ['GET /account/agreements/{kind}/', () => ({ by: nobody, path: '/account/agreements/us/' })],
    [
      'POST /account/create-user/',
      async () => {
        const { email, password } = person
        await invite(email)
        const key = new URL(linkIn(await emailTo(product, email, 'Invitation'), '/register/')).searchParams.get('key')
        const about = { first_name: 'Noor', last_name: 'Haddad', date_of_birth: '1991-05-17', country_of_residence: 'SG' }
        const words = { password, password_confirmation: password, has_accepted_non_us_agreement: true }
        const done = ({ json }: Answer) => {
          person.token = textOf(json, 'token')
          person.id = textOf(json['user'] as Json, 'id')
        }
        return { by: nobody, path: '/account/create-user/', body: { invitation_key: key, email, ...about, ...words }, done }
      },
    ],
  ]
}

function ownAccount(me: Sends, nobody: Sends, person: Person): readonly Step[] {
  const { email } = person
  return [
    ['GET /account/user/', () => ({ by: me, path: '/account/user/' })],
    ['GET /account/announcements/', () => ({ by: me, path: '/account/announcements/' })],
    ['GET /account/announcements/sign-in/', () => ({ by: nobody, path: '/account/announcements/sign-in/' })],
    ['PATCH /account/user/', () => ({ by: me, path: '/account/user/', body: { email_notifications_enabled: true } })],
    ['POST /account/user/preferences/', () => ({ by: me, path: '/account/user/preferences/', body: { data: { theme: { dark: true } } } })],
    [
      'POST /account/user/agreements/',
      async () => {
        const { results } = (await must(me, 'GET', '/account/user/agreements/')) as Json & { results: readonly Json[] }
        return { by: me, path: '/account/user/agreements/', body: { agreement: textOf(results[0]!, 'argumentId') } }
      },
    ],
    ['POST /account/password-check/', () => ({ by: me, path: '/account/password-check/', body: { password: person.password } })],
    [
      'POST /account/password-change/',
      () => {
        const next = `copper meadow ${randomUUID()}`
        const body = { old_password: person.password, new_password1: next, new_password2: next }
        return { by: me, path: '/account/password-change/', body, done: () => void (person.password = next) }
      },
    ],
    ['POST /account/login/', () => ({ by: nobody, path: '/account/login/', body: { email, password: person.password } })],
    ['POST /account/demo/sign-in/', () => ({ by: nobody, path: '/account/demo/sign-in/', body: { desk: 'AMBR' } })],
  ]
}

function sessions(bearing: (token: () => string) => Sends, nobody: Sends, person: Person, signIn: () => Promise<string>): readonly Step[] {
  const elsewhere = async () => {
    const token = await signIn()
    return bearing(() => token)
  }
  const me = bearing(() => person.token)
  return [
    ['GET /account/user/sessions/', () => ({ by: me, path: '/account/user/sessions/' })],
    [
      'DELETE /account/user/sessions/{id}/',
      async () => {
        const { current_session_id } = await must(await elsewhere(), 'GET', '/account/user/sessions/')
        return { by: me, path: `/account/user/sessions/${String(current_session_id)}/` }
      },
    ],
    ['POST /account/socket-ticket/', () => ({ by: me, path: '/account/socket-ticket/' })],
    ['POST /account/token/refresh/', async () => ({ by: await elsewhere(), path: '/account/token/refresh/' })],
    ['POST /account/logout/', async () => ({ by: await elsewhere(), path: '/account/logout/' })],
    ['POST /account/passkeys/sign-in/options/', () => ({ by: nobody, path: '/account/passkeys/sign-in/options/' })],
  ]
}

function forgotten(product: Product, nobody: Sends, person: Person): readonly Step[] {
  const { email } = person
  return [
    ['POST /account/password-reset/request/', () => ({ by: nobody, path: '/account/password-reset/request/', body: { email } })],
    [
      'POST /account/password-reset/',
      async () => {
        const link = new URL(linkIn(await emailTo(product, email, 'PasswordReset'), '/set-password/'))
        const next = `harbour quiet ${randomUUID()}`
        const body = {
          ...{ uid: link.searchParams.get('uid'), token: link.searchParams.get('token') },
          ...{ new_password1: next, new_password2: next },
        }
        return { by: nobody, path: '/account/password-reset/', body, done: () => void (person.password = next) }
      },
    ],
    // Every session has ended with it.
    [
      'POST /account/login/',
      () => {
        const done = ({ json }: Answer) => void (person.token = textOf(json, 'token'))
        return { by: nobody, path: '/account/login/', body: { email, password: person.password }, done }
      },
    ],
  ]
}

function authentication(product: Product, me: Sends, person: Person): readonly Step[] {
  const path = (name: string) => `/account/totp/${name}/`
  let app = { code: () => '' }
  let used = ''
  /** The newest code in the mailbox, once it differs from the previous one. */
  const mailed = async (): Promise<string> => {
    for (let looks = 0; looks < LOOKS; looks++) {
      const [code] = /\b\d{6}\b/.exec((await emailTo(product, person.email, 'EmailCode')).text) ?? []
      if (code !== undefined && code !== used) return (used = code)
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
    throw new Error('no code was mailed')
  }
  const scanned = ({ json }: Answer) => void (app = authenticatorFor(textOf(json, 'config_url')))
  return [
    ['GET /account/totp/qr/', () => ({ by: me, path: path('qr'), done: scanned })],
    ['POST /account/totp/enable/', () => ({ by: me, path: path('enable'), body: { totp_token: app.code() } })],
    ['GET /account/totp/backups/', () => ({ by: me, path: path('backups') })],
    ['POST /account/totp/email-token/', () => ({ by: me, path: path('email-token'), body: { purpose: 'regenerate' } })],
    ['POST /account/totp/backups/regenerate/', async () => ({ by: me, path: path('backups/regenerate'), body: { totp_token: await mailed() } })], // prettier-ignore
    ['POST /account/totp/email-token/', () => ({ by: me, path: path('email-token'), body: { purpose: 'disable' } })],
    ['POST /account/totp/disable/', async () => ({ by: me, path: path('disable'), body: { totp_token: await mailed() } })],
  ]
}

function passkeys(product: Product, me: Sends, nobody: Sends, person: Person): readonly Step[] {
  let passkey: SoftwarePasskey | undefined
  let id = ''
  const path = '/account/passkeys/'
  return [
    ['POST /account/passkeys/options/', () => ({ by: me, path: `${path}options/` })],
    [
      'POST /account/passkeys/',
      async () => {
        passkey = makeSoftwarePasskey(product.baseUrl, await must(me, 'POST', `${path}options/`))
        const done = ({ json }: Answer) => void (id = textOf(json, 'id'))
        return { by: me, path, body: { name: 'Telephone', credential: passkey.credential }, done }
      },
    ],
    ['GET /account/passkeys/', () => ({ by: me, path })],
    ['PATCH /account/passkeys/{id}/', () => ({ by: me, path: `${path}${id}/`, body: { name: 'Laptop' } })],
    [
      'POST /account/passkeys/sign-in/',
      async () => {
        const options = await must(nobody, 'POST', `${path}sign-in/options/`)
        const done = ({ json }: Answer) => void (person.token = textOf(json, 'token'))
        return { by: nobody, path: `${path}sign-in/`, body: { passkey: passkey!.answer(options) }, done }
      },
    ],
    ['DELETE /account/passkeys/{id}/', () => ({ by: me, path: `${path}${id}/` })],
  ]
}

/** The provider of a firm as a separate program. It admits the person that the sign-in names, with the claims that the test chose. */
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

/** `sub` is the person at the provider. `amr` are the methods with which they signed in there. */
export type ProvidedPerson = {
  readonly sub: string
  readonly email: string
  readonly email_verified?: boolean
  readonly groups?: readonly string[]
  readonly amr?: readonly string[]
}

export type SignOnProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** By the address that a person types. They can be changed while the provider runs. */
  readonly people: Map<string, ProvidedPerson>
  /** Follows the address as a browser does, and returns the query with which it comes back. */
  visit(url: string): Promise<string>
  close(): Promise<void>
}

/** ANOTHER: the key that it publishes is not the one with which it signs, as if someone else had made the answer. */
type PublishedKey = 'ITS_OWN' | 'ANOTHER'

const rsaKey = () => ({ ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }), kid: 'a', use: 'sig' })

export async function openSignOnProvider(returnTo: string, published: PublishedKey = 'ITS_OWN'): Promise<SignOnProvider> {
  const [clientId, clientSecret] = ['parley', 'a secret of at least thirty-two characters']
  const people = new Map<string, ProvidedPerson>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [returnTo] }],
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['groups'] },
    conformIdTokenClaims: false,
    jwks: { keys: [rsaKey()] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ ...claimsOf([...people.values()].find((one) => one.sub === sub)!) }),
    }),
  } satisfies Configuration)
  const pages = provider.callback()
  const { kty, n, e, kid, use } = rsaKey() as Record<string, unknown>
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') === true) void letIn(provider, people, request, response)
    else if (published === 'ANOTHER' && request.url === '/jwks')
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [{ kty, n, e, kid, use }] }))
    else void pages(request, response)
  })
  return {
    ...{ issuer, clientId, clientSecret, people },
    visit: (url) => visit(url, returnTo),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const claimsOf = ({ amr: _methods, ...claims }: ProvidedPerson) => ({ email_verified: true, ...claims })

/** Asks nothing: the user with the address that the sign-in names is admitted and consents. */
async function letIn(
  provider: Provider,
  people: SignOnProvider['people'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params, prompt, grantId, session } = await provider.interactionDetails(request, response)
  const person = people.get(String(params['login_hint']))
  if (person === undefined) {
    await provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'This person is not known.' })
    return
  }
  if (prompt.name === 'login') {
    await provider.interactionFinished(request, response, { login: { accountId: person.sub, amr: [...(person.amr ?? ['pwd'])] } })
    return
  }
  const grant = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const given = grant ?? new provider.Grant({ accountId: session!.accountId, clientId: String(params['client_id']) })
  given.addOIDCScope('openid email profile')
  await provider.interactionFinished(request, response, { consent: { grantId: await given.save() } }, { mergeWithLastSubmission: true })
}

async function visit(url: string, returnTo: string): Promise<string> {
  const cookies = new Map<string, string>()
  for (let at = url; ;) {
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split(/=(.*)/s)
      cookies.set(name, value)
    }
    const next = answer.headers.get('location')
    if (next === null) throw new Error(`${at} answered ${answer.status}: ${await answer.text()}`)
    at = new URL(next, at).href
    if (at.startsWith(returnTo)) return new URL(at).search
  }
}

/** A sign-in through the provider of the person's firm. The provider runs only for these steps. */
import { operator, operatorReading } from '../account/operator.ts'
import type { Answer, Json } from '../protocol/answer.ts'
import type { Product } from '../product.ts'
import type { Step } from './step.ts'
import type { Sends } from './right.ts'

type SignOnProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly people: Map<string, { readonly sub: string; readonly email: string }>
  visit(url: string): Promise<string>
  close(): Promise<void>
}
type ProviderFile = { readonly openSignOnProvider: (returnTo: string) => Promise<SignOnProvider> }

const ENTRY = new URL('../../../packages/server/test/sign-on-provider.ts', import.meta.url)

export function signOnSteps(product: Product, nobody: Sends, email: string): readonly Step[] {
  let provider: SignOnProvider
  let begun: Json
  const setUp = async (): Promise<void> => {
    const { openSignOnProvider } = (await import(ENTRY.href)) as ProviderFile
    provider = await openSignOnProvider(`${product.baseUrl}/sign-on/`)
    provider.people.set(email, { sub: email, email })
    const client = ['--issuer', provider.issuer, '--client-id', provider.clientId, '--client-secret', '-']
    await operatorReading(product, provider.clientSecret, 'set-sign-on', '--desk', 'HLYD', '--domains', 'fuzz.example', ...client)
    // The product reads the change soon after the command has ended.
    const start = () => nobody.send('POST', '/account/sign-on/start/', { email })
    while ((await start()).status !== 200) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return [
    [
      'POST /account/sign-on/start/',
      async () => {
        await setUp()
        return { by: nobody, path: '/account/sign-on/start/', body: { email }, done: ({ json }: Answer) => void (begun = json) }
      },
    ],
    [
      'POST /account/sign-on/finish/',
      async () => {
        const answer = await provider.visit(String(begun['url']))
        return { by: nobody, path: '/account/sign-on/finish/', body: { answer, proof: begun['proof'] } }
      },
    ],
    [
      'GET /account/sign-on/',
      async () => {
        await operator(product, 'remove-sign-on', '--desk', 'HLYD')
        await provider.close()
        return { by: nobody, path: '/account/sign-on/' }
      },
    ],
  ]
}

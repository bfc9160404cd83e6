import { afterEach, expect, it, vi } from 'vitest'
import { useToasts } from '../components/toasts.ts'
import { followRelease } from './release.ts'

type Meta = { readonly addresses?: string; readonly host?: string }

const openAt = async (origin: string, meta: Meta) => {
  const went: string[] = []
  const assign = (to: string): void => void went.push(to)
  const { host, protocol } = new URL(origin)
  vi.stubGlobal('location', { origin, host, protocol, pathname: '/rfqs', search: '?rfq=r1', assign })
  const contentOf = (selector: string) => meta[/parley-(\w+)/.exec(selector)![1] as keyof Meta] ?? null
  vi.stubGlobal('document', { querySelector: (selector: string) => ({ getAttribute: () => contentOf(selector) }) })
  await followRelease()
  return went
}
afterEach(() => {
  vi.unstubAllGlobals()
  useToasts.setState({ toasts: [], history: [] })
})

it('a page at another address than PUBLIC_URL names the right one soon after its start, and leads there', async () => {
  const went = await openAt('http://127.0.0.1:4000', { addresses: 'https://parley.example https://app.parley.example' })
  const [card] = useToasts.getState().toasts
  expect(card).toMatchObject({
    tone: 'warn',
    text: 'Live data and passkeys do not work at http://127.0.0.1:4000. Open Parley at https://parley.example.',
  })
  card!.next![0]!.run()
  expect(went).toEqual(['https://parley.example/rfqs?rfq=r1'])
})

it('a page whose host name a proxy hides from the server names the setting that is missing', async () => {
  await openAt('https://parley.example', { host: '127.0.0.1:4000' })
  expect(useToasts.getState().toasts).toMatchObject([
    {
      tone: 'warn',
      text: 'The proxy in front of Parley hides https://parley.example, so live data does not work. Set PUBLIC_URL to that address.',
    },
  ])
})

it.each<[string, Meta]>([
  ['is PUBLIC_URL', { addresses: 'https://parley.example https://app.parley.example' }],
  ['is one of ALLOWED_ORIGINS', { addresses: 'https://other.example https://parley.example' }],
  ['may be any, without PUBLIC_URL', {}],
  ['is the one under which the server got the request', { host: 'Parley.example:443' }],
])('a page says nothing about its address if it %s', async (_what, meta) => {
  await openAt('https://parley.example', meta)
  expect(useToasts.getState().toasts).toEqual([])
})

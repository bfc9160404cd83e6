import { afterEach, expect, it, vi } from 'vitest'
import { useToasts } from '../components/toasts.ts'
import { followRelease } from './release.ts'

const openAt = async (origin: string, addresses: string | undefined) => {
  const went: string[] = []
  const assign = (to: string): void => void went.push(to)
  vi.stubGlobal('location', { origin, pathname: '/rfqs', search: '?rfq=r1', assign })
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => addresses ?? null }) })
  await followRelease()
  return went
}
afterEach(() => {
  vi.unstubAllGlobals()
  useToasts.setState({ toasts: [], history: [] })
})

it('a page at another address than PUBLIC_URL names the right one soon after its start, and leads there', async () => {
  const went = await openAt('http://127.0.0.1:4000', 'https://parley.example https://app.parley.example')
  const [card] = useToasts.getState().toasts
  expect(card).toMatchObject({
    tone: 'warn',
    text: 'Live data and passkeys do not work at http://127.0.0.1:4000. Open Parley at https://parley.example.',
  })
  card!.next![0]!.run()
  expect(went).toEqual(['https://parley.example/rfqs?rfq=r1'])
})

it.each([
  ['is PUBLIC_URL', 'https://parley.example https://app.parley.example'],
  ['is one of ALLOWED_ORIGINS', 'https://other.example https://parley.example'],
  ['may be any, without PUBLIC_URL', undefined],
])('a page says nothing about its address if it %s', async (_what, addresses) => {
  await openAt('https://parley.example', addresses)
  expect(useToasts.getState().toasts).toEqual([])
})

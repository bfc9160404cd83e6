import { expect, it, onTestFinished, vi } from 'vitest'
import { passkeyProblem } from './passkey-problem.ts'

it('a passkey at another address than the one it belongs to is refused with that address', () => {
  vi.stubGlobal('location', { hostname: '127.0.0.1' })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(passkeyProblem('SecurityError', 'localhost')).toEqual({
    problem: 'NOT_HERE',
    message: 'Passkeys do not work at 127.0.0.1. Open Parley at localhost.',
  })
})

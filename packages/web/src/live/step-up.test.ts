import { ClientError } from '@parley/client'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetProof, isStepUpGivenUp, type Proof, useStepUp, withFreshProof, withStepUp } from './step-up.ts'

const wants = (member: Proof) => new ClientError('Confirm your identity.', { status: 403, error: 'StepUpRequired', member })
/** Refuses as often as there are refusals, then succeeds. */
function callThatWants(...proofs: Proof[]) {
  const refusals = [...proofs]
  return vi.fn(async () => {
    const proof = refusals.shift()
    if (proof !== undefined) throw wants(proof)
    return 'done'
  })
}
const asked = () => vi.waitUntil(() => useStepUp.getState().asked)

beforeEach(() => useStepUp.getState().asked?.giveUp())

describe('a call that is made with a fresh proof', () => {
  it('asks for the password if this page has no proof, and not within ten minutes of one', async () => {
    forgetProof()
    const call = vi.fn(async () => 'done')
    const answer = withFreshProof(call)
    ;(await asked()).done()
    expect(await answer).toBe('done')
    expect(await withFreshProof(call)).toBe('done')
    expect(useStepUp.getState().asked).toBeUndefined()
    vi.useFakeTimers({ now: Date.now() + 600_000 })
    const late = withFreshProof(call).catch((error: unknown) => error)
    vi.useRealTimers()
    ;(await asked()).giveUp()
    expect(isStepUpGivenUp(await late)).toBe(true)
    expect(call).toHaveBeenCalledTimes(2)
  })
})

describe('a call that requires proof of identity', () => {
  it('is not delayed if none is required', async () => {
    expect(await withStepUp(callThatWants())).toBe('done')
    expect(useStepUp.getState().asked).toBeUndefined()
  })

  it('is repeated once it was given', async () => {
    const call = callThatWants('factor')
    const answer = withStepUp(call)
    const dialog = await asked()
    expect(dialog.proof).toBe('factor')
    dialog.done()
    expect(await answer).toBe('done')
    expect(call).toHaveBeenCalledTimes(2)
    expect(useStepUp.getState().asked).toBeUndefined()
  })

  it('is refused if the user cancels, and does not ask again', async () => {
    const call = callThatWants('password')
    const answer = withStepUp(call).catch((error: unknown) => error)
    ;(await asked()).giveUp()
    expect(isStepUpGivenUp(await answer)).toBe(true)
    expect(call).toHaveBeenCalledTimes(1)
  })

  it('asks again if the proof was not sufficient, and finally returns the refusal', async () => {
    const call = callThatWants('password', 'factor', 'factor', 'factor')
    const answer = withStepUp(call).catch((error: unknown) => error)
    ;(await asked()).done()
    ;(await asked()).done()
    expect(isStepUpGivenUp(await answer)).toBe(true)
    expect(call).toHaveBeenCalledTimes(3)
  })

  it('shares one dialog with a concurrent call', async () => {
    const calls = [callThatWants('password'), callThatWants('password')]
    const answers = Promise.all(calls.map(withStepUp))
    ;(await asked()).done()
    expect(await answers).toEqual(['done', 'done'])
    expect(useStepUp.getState().asked).toBeUndefined()
  })

  it('passes every other failure on', async () => {
    const answer = withStepUp(async () => Promise.reject(new ClientError('no', { status: 403, error: 'InsufficientPermissions' })))
    await expect(answer).rejects.toMatchObject({ error: 'InsufficientPermissions' })
  })
})

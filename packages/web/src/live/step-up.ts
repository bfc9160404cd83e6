/** Some calls require proof that the same person is still at the screen. A dialog asks for it, and the call is repeated. */
import { ClientError } from '@parley/client'
import { create } from 'zustand'
import { limits } from './limits.ts'

/** The required proof: the password, or additionally a second factor if the user has one. */
export type Proof = 'password' | 'factor'
export type StepUp = { readonly proof: Proof; readonly done: () => void; readonly giveUp: () => void }

export const useStepUp = create<{ readonly asked: StepUp | undefined }>(() => ({ asked: undefined }))

/** A call can first require the password and then also the factor, but not more. */
const ASKED_AT_MOST = 2

/**
 * Makes the call, and again after the user has confirmed their identity. If they cancel, the refusal itself is thrown. It needs no message
 * (`isStepUpGivenUp`).
 */
export async function withStepUp<T>(call: () => Promise<T>): Promise<T> {
  for (let asked = 0; ; asked += 1) {
    try {
      return await call()
    } catch (error) {
      if (!isStepUpGivenUp(error) || asked === ASKED_AT_MOST || !(await prove(proofOf(error)))) throw error
    }
  }
}

let provedAt: number | undefined

/** The user has signed in on this page, or confirmed their identity again. */
export const proofGiven = (): void => void (provedAt = Date.now())
export const forgetProof = (): void => void (provedAt = undefined)

/** For a call that needs only a session but should be confirmed anyway: it asks unless this page has a recent proof. */
export async function withFreshProof<T>(call: () => Promise<T>): Promise<T> {
  const isFresh = provedAt !== undefined && Date.now() - provedAt < limits.proofMs
  if (!isFresh && !(await prove('password')))
    throw new ClientError('Confirm your identity.', { status: 403, error: 'StepUpRequired', member: 'password' })
  return call()
}

/** Whether a call required proof that the user did not give. */
export const isStepUpGivenUp = (error: unknown): error is ClientError => error instanceof ClientError && error.error === 'StepUpRequired'

const proofOf = ({ member }: ClientError): Proof => (member === 'factor' ? 'factor' : 'password')

let proving: Promise<boolean> | undefined

/** Concurrent calls that require proof share one dialog. */
function prove(proof: Proof): Promise<boolean> {
  if (proving !== undefined) return proving
  proving = new Promise<boolean>((resolve) => {
    const end = (isProved: boolean) => () => {
      if (isProved) proofGiven()
      proving = undefined
      useStepUp.setState({ asked: undefined })
      resolve(isProved)
    }
    useStepUp.setState({ asked: { proof, done: end(true), giveUp: end(false) } })
  })
  return proving
}

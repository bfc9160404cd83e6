/** Some calls want proof that it is still the same person at the screen. The dialog asks for it, and the call is repeated. */
import { ClientError } from '@parley/client'
import { create } from 'zustand'
import { limits } from './limits.ts'

/** The proof that the call wants: the password, or a second factor beside it where the person has one. */
export type Proof = 'password' | 'factor'
export type StepUp = { readonly proof: Proof; readonly done: () => void; readonly giveUp: () => void }

export const useStepUp = create<{ readonly asked: StepUp | undefined }>(() => ({ asked: undefined }))

/** Asked for the password first and found to want the factor too: one time more is as far as a call can go. */
const ASKED_AT_MOST = 2

/**
 * Makes the call, and again after the person has proved who they are. Where they give up, the refusal itself is thrown; it needs no words
 * on the screen (`isStepUpGivenUp`).
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

/** The person has signed in on this page, or proved again who they are. */
export const proofGiven = (): void => void (provedAt = Date.now())
export const forgetProof = (): void => void (provedAt = undefined)

/** For a call that a session is enough for, and which the person should prove themselves for all the same: asked where this page knows of no proof of late. */
export async function withFreshProof<T>(call: () => Promise<T>): Promise<T> {
  const isFresh = provedAt !== undefined && Date.now() - provedAt < limits.proofMs
  if (!isFresh && !(await prove('password')))
    throw new ClientError('Prove again who you are.', { status: 403, error: 'StepUpRequired', member: 'password' })
  return call()
}

/** Whether a call wanted proof that the person did not give. */
export const isStepUpGivenUp = (error: unknown): error is ClientError => error instanceof ClientError && error.error === 'StepUpRequired'

const proofOf = ({ member }: ClientError): Proof => (member === 'factor' ? 'factor' : 'password')

let proving: Promise<boolean> | undefined

/** Calls that want proof in the same moment wait for one dialog. */
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

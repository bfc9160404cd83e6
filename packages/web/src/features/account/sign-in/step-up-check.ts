/** Proving again who one is, and what to say where it is refused. */
import { ClientError } from '@parley/client'
import { accountCalls, type BodyOf } from '@parley/contracts'
import type { FormRefusal } from '../../../components/use-form.ts'
import { client } from '../../../live/api.ts'
import { wordsOf } from '../../../live/loadable.ts'
import { isPasskeyProblem, askForPasskey } from '../../../live/passkeys.ts'

type Refusal = FormRefusal<{ readonly password: string; readonly totp_token: string }>

const check = async (body: BodyOf<typeof accountCalls.checkPassword>): Promise<Refusal | undefined> => {
  try {
    await client.call(accountCalls.checkPassword, { body })
    return undefined
  } catch (error) {
    return refusalOf(error)
  }
}

export const checkPassword = (password: string, code: string | undefined): Promise<Refusal | undefined> =>
  check({ password, ...(code === undefined ? {} : { totp_token: code }) })

export async function checkWithPasskey(password: string): Promise<Refusal | undefined> {
  try {
    const passkey = await askForPasskey()
    if (isPasskeyProblem(passkey)) return { general: passkey.message }
    return await check({ password, passkey: { ...passkey } })
  } catch (error) {
    return refusalOf(error)
  }
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ClientError)) return { general: wordsOf(error) }
  const { password, totp_token: code } = error.fields
  if (password !== undefined || code !== undefined) return { fields: { password: password?.[0], totp_token: code?.[0] } }
  return { general: wordsOf(error) }
}

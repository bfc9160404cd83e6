import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ClientError } from '@parley/client'
import { accountCalls, type BodyOf } from '@parley/contracts'
import { Button } from '../../../components/Button.tsx'
import { CodeInput } from '../../../components/CodeInput.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { Input } from '../../../components/Input.tsx'
import { PasswordInput } from '../../../components/PasswordInput.tsx'
import { Refused } from '../../../components/Refused.tsx'
import { type FormRefusal, useForm } from '../../../components/use-form.ts'
import { canUsePasskeys, isPasskeyProblem } from '../../../live/passkey-ceremonies.ts'
import { askForPasskey } from '../../../live/passkeys.ts'
import { useUser } from '../../../live/session.ts'
import type { StepUp } from '../../../live/step-up.ts'
import { client, isDemoSession } from '../../../live/api.ts'
import { errorMessage } from '../../../live/loadable.ts'
import { backupCodeError, cleanCode, codeError, passwordError } from './form-rules.ts'
import styles from './StepUpDialog.module.css'

type Factor = 'none' | 'app' | 'backup' | 'passkey'

/** Asks for the password, and for a second factor if the call requires one and the user has one. */
export function StepUpDialog({ proof, done, giveUp }: StepUp) {
  const user = useUser()
  // A passkey can replace the app. A user with neither is asked for the password (decision 0051).
  const [factor, setFactor] = useState<Factor>(() =>
    proof !== 'factor' ? 'none' : user.has_totp_enabled ? 'app' : user.has_passkey ? 'passkey' : 'none',
  )
  const form = useForm({
    initial: { password: '', totp_token: '' },
    check: ({ password, totp_token: code }) => ({
      password: passwordError(password),
      totp_token: factor === 'app' ? codeError(code) : factor === 'backup' ? backupCodeError(code) : undefined,
    }),
    send: async ({ password, totp_token: code }) => {
      const refusal =
        factor === 'passkey'
          ? await checkWithPasskey(password)
          : await checkPassword(password, factor === 'none' ? undefined : cleanCode(code))
      if (refusal === undefined) done()
      return refusal
    },
  })
  return (
    <Dialog open onClose={giveUp} title="Confirm it’s you" width={400} outside="stays">
      <form className={styles['form']} onSubmit={form.onSubmit} noValidate>
        <p className={styles['why']}>This action requires you to confirm your identity.</p>
        {isDemoSession() && (
          <p className={styles['why']}>The password of this demo user is in the terminal that started the demo, and in data/demo.json.</p>
        )}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <PasswordInput label="Password" autoComplete="current-password" {...form.field('password')} />
        {factor === 'app' && <CodeInput label="Code from your authentication app" {...form.field('totp_token')} />}
        {factor === 'backup' && <Input label="Backup code" size="large" {...form.field('totp_token')} />}
        <Refused words={form.refused} />
        <Button
          type="submit"
          kind="primary"
          size="large"
          icon={factor === 'passkey' ? <KeyRound size={15} /> : undefined}
          isBusy={form.isSending}
          disabledReason={form.disabledReason}
        >
          {factor === 'passkey' ? 'Confirm with your passkey' : 'Confirm'}
        </Button>
        {factor !== 'none' && <OtherFactors factor={factor} choose={setFactor} />}
      </form>
    </Dialog>
  )
}

function OtherFactors({ factor, choose }: { readonly factor: Factor; readonly choose: (factor: Factor) => void }) {
  const user = useUser()
  const others = [
    user.has_totp_enabled && ({ factor: 'app', words: 'Use the authentication app' } as const),
    user.has_totp_enabled && ({ factor: 'backup', words: 'Use a backup code' } as const),
    user.has_passkey && canUsePasskeys() && ({ factor: 'passkey', words: 'Use a passkey' } as const),
  ].filter((one) => one !== false && one.factor !== factor)
  return (
    <div className={styles['others']}>
      {others.map((one) => one !== false && <TextButton key={one.factor} words={one.words} onPress={() => choose(one.factor)} />)}
    </div>
  )
}

const TextButton = ({ words, onPress }: { readonly words: string; readonly onPress: () => void }) => (
  <button type="button" className={styles['other']} onClick={onPress}>
    {words}
  </button>
)

type Refusal = FormRefusal<{ readonly password: string; readonly totp_token: string }>

const check = async (body: BodyOf<typeof accountCalls.checkPassword>): Promise<Refusal | undefined> => {
  try {
    await client.call(accountCalls.checkPassword, { body })
    return undefined
  } catch (error) {
    return refusalOf(error)
  }
}

const checkPassword = (password: string, code: string | undefined): Promise<Refusal | undefined> =>
  check({ password, ...(code === undefined ? {} : { totp_token: code }) })

async function checkWithPasskey(password: string): Promise<Refusal | undefined> {
  try {
    const passkey = await askForPasskey()
    if (isPasskeyProblem(passkey)) return { general: passkey.message }
    return await check({ password, passkey: { ...passkey } })
  } catch (error) {
    return refusalOf(error)
  }
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ClientError)) return { general: errorMessage(error) }
  const { password, totp_token: code } = error.fields
  if (password !== undefined || code !== undefined) return { fields: { password: password?.[0], totp_token: code?.[0] } }
  return { general: errorMessage(error) }
}

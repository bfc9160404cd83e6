import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { links } from '../../../components/links.ts'
import { navigate } from '../../../components/router.ts'
import { Button } from '../../../components/Button.tsx'
import { CodeInput } from '../../../components/CodeInput.tsx'
import { Input } from '../../../components/Input.tsx'
import { Refused } from '../../../components/Refused.tsx'
import { useForm } from '../../../components/use-form.ts'
import { canUsePasskeys } from '../../../live/passkey-ceremonies.ts'
import { askForPasskey } from '../../../live/passkeys.ts'
import { type SecondFactor, signIn } from '../../../live/session.ts'
import { type Factor, signInError } from '../../../live/session-messages.ts'
import styles from './Access.module.css'
import { AccessPage } from './AccessPage.tsx'
import { backupCodeError, cleanCode, codeError } from './form-rules.ts'
import { forgetPending, type Pending, usePending } from './pending.ts'

const words: Readonly<Record<Factor, { readonly title: string; readonly prompt: string; readonly instead: string }>> = {
  totp: {
    title: 'Enter your authentication code',
    prompt: 'Check your authentication app for a sign-in code.',
    instead: 'Use the authentication app',
  },
  backup: {
    title: 'Enter a backup code',
    prompt: 'One of the codes you saved when you turned on two-factor authentication. Each works once.',
    instead: 'Use a backup code',
  },
  passkey: { title: 'Use your passkey', prompt: 'Your device or security key confirms that it is you.', instead: 'Use a passkey' },
}

/** The second factor. The page does nothing without the email and password of the first step. */
export function TwoFactor() {
  const pending = usePending((state) => state.pending)
  useEffect(() => {
    if (pending === undefined) navigate('/', 'replace')
  }, [pending])
  return pending === undefined ? null : <Factors pending={pending} />
}

function Factors({ pending }: { readonly pending: Pending }) {
  const offered = pending.factors.filter((factor) => factor !== 'passkey' || canUsePasskeys())
  const [factor, setFactor] = useState<Factor>(offered[0] ?? 'passkey')
  return (
    <AccessPage title={words[factor].title} text={words[factor].prompt} back="to-sign-in">
      {factor === 'passkey' ? <Passkey pending={pending} /> : <Code key={factor} pending={pending} kind={factor} />}
      <div className={styles['others']}>
        {offered
          .filter((other) => other !== factor)
          .map((other) => (
            <button key={other} type="button" className={styles['quiet']} onClick={() => setFactor(other)}>
              {words[other].instead}
            </button>
          ))}
      </div>
      <p className={styles['foot']}>
        Lost your device? Contact <a href={`mailto:${links.support}`}>{links.support}</a>
      </p>
    </AccessPage>
  )
}

/** Undefined on success, otherwise the message. */
async function signInWith({ email, password }: Pending, factor: SecondFactor): Promise<string | undefined> {
  const answer = await signIn(email, password, factor)
  if (answer.state === 'REFUSED') return answer.words
  if (answer.state === 'DONE') forgetPending()
  return undefined
}

function Code({ pending, kind }: { readonly pending: Pending; readonly kind: 'totp' | 'backup' }) {
  const form = useForm({
    initial: { totp_token: '' },
    check: ({ totp_token: code }) => ({ totp_token: kind === 'totp' ? codeError(code) : backupCodeError(code) }),
    send: async ({ totp_token: code }) => ({ general: await signInWith(pending, { totp_token: cleanCode(code) }) }),
  })
  return (
    <form className={styles['form']} onSubmit={form.onSubmit} noValidate aria-label="Two-factor sign-in">
      {kind === 'totp' ? (
        <CodeInput label="Code" autoFocus {...form.field('totp_token')} />
      ) : (
        <Input label="Backup code" autoFocus size="large" {...form.field('totp_token')} />
      )}
      <Refused words={form.refused} />
      <Button type="submit" kind="primary" className={styles['submit']} isBusy={form.isSending} disabledReason={form.disabledReason}>
        Sign In
      </Button>
    </form>
  )
}

function Passkey({ pending }: { readonly pending: Pending }) {
  const [isSending, setIsSending] = useState(false)
  const [refused, setRefused] = useState<string>()
  const use = async () => {
    setIsSending(true)
    setRefused(undefined)
    const passkey = await askForPasskey().catch((error: unknown) => ({ problem: 'REFUSED', message: signInError(error) }) as const)
    const answer = 'problem' in passkey ? passkey.message : await signInWith(pending, { passkey })
    setIsSending(false)
    setRefused(typeof answer === 'string' ? answer : undefined)
  }
  return (
    <>
      <Refused words={refused} />
      <Button
        kind="primary"
        autoFocus
        className={styles['submit']}
        icon={<KeyRound size={15} />}
        isBusy={isSending}
        onClick={() => void use()}
      >
        Use your passkey
      </Button>
    </>
  )
}

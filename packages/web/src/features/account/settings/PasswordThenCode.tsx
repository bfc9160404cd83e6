/** The common steps of deactivating and of new backup codes: the password, then the emailed code. */
import { accountCalls, factorCalls } from '@parley/contracts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { CodeInput } from '../../../components/CodeInput.tsx'
import { PasswordInput } from '../../../components/PasswordInput.tsx'
import { Refused } from '../../../components/Refused.tsx'
import { useForm } from '../../../components/use-form.ts'
import { client } from '../../../live/api.ts'
import { useUser } from '../../../live/session.ts'
import { withStepUp } from '../../../live/step-up.ts'
import { cleanCode, codeError, passwordError } from '../sign-in/form-rules.ts'
import { Done } from './Done.tsx'
import { formRefusal, refusalMessage } from './form-refusal.ts'
import styles from './Settings.module.css'

const LEAVES_AFTER_MS = 1_000

type CodePurpose = 'disable' | 'regenerate'
type Step<Answer> = { readonly at: 'password' } | { readonly at: 'code' } | { readonly at: 'done'; readonly answer: Answer }

export function PasswordThenCode<Answer>(props: {
  readonly lead: ReactNode
  /** The purpose of the emailed code, as its email states it. */
  readonly purpose: CodePurpose
  readonly confirm: string
  readonly kind: 'primary' | 'danger'
  readonly done: string
  /** Called with the emailed code. */
  readonly send: (code: string) => Promise<Answer>
  /** Called one second after completion. */
  readonly onLeave: (answer: Answer) => void
}) {
  const [step, setStep] = useState<Step<Answer>>({ at: 'password' })
  const leave = useRef(props.onLeave)
  leave.current = props.onLeave
  useEffect(() => {
    if (step.at !== 'done') return
    const timer = setTimeout(() => leave.current(step.answer), LEAVES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [step])
  return (
    <div className={styles['form']}>
      <p className={styles['lead']}>{props.lead}</p>
      {step.at === 'password' && <PasswordStep purpose={props.purpose} onProved={() => setStep({ at: 'code' })} />}
      {step.at === 'code' && (
        <CodeStep
          purpose={props.purpose}
          confirm={props.confirm}
          kind={props.kind}
          send={async (code) => setStep({ at: 'done', answer: await withStepUp(() => props.send(code)) })}
        />
      )}
      {step.at === 'done' && <Done words={props.done} />}
    </div>
  )
}

type Password = { readonly password: string }

function PasswordStep({ purpose, onProved }: { readonly purpose: CodePurpose; readonly onProved: () => void }) {
  const user = useUser()
  const form = useForm<Password>({
    initial: { password: '' },
    check: ({ password }) => ({ password: passwordError(password) }),
    send: async (body) => {
      try {
        await client.call(accountCalls.checkPassword, { body })
        await sendCode(purpose)
        onProved()
        return undefined
      } catch (error) {
        return formRefusal<Password>(error, ['password'])
      }
    },
  })
  return (
    <form className={styles['step']} onSubmit={form.onSubmit} noValidate>
      <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
      <PasswordInput label="Password" data-first="" autoComplete="current-password" {...form.field('password')} />
      <Refused words={form.refused} />
      <Button type="submit" kind="primary" size="large" isBusy={form.isSending} disabledReason={form.disabledReason}>
        Next
      </Button>
    </form>
  )
}

const sendCode = (purpose: CodePurpose) => withStepUp(() => client.call(factorCalls.sendTotpEmailToken, { body: { purpose } }))

type Code = { readonly totp_token: string }
type CodeStepProps = {
  readonly purpose: CodePurpose
  readonly confirm: string
  readonly kind: 'primary' | 'danger'
  readonly send: (code: string) => Promise<void>
}

function CodeStep({ purpose, confirm, kind, send }: CodeStepProps) {
  const user = useUser()
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  const form = useForm<Code>({
    initial: { totp_token: '' },
    check: ({ totp_token: code }) => ({ totp_token: codeError(code) }),
    send: async ({ totp_token: code }) => {
      try {
        await send(cleanCode(code))
        return undefined
      } catch (error) {
        return formRefusal<Code>(error, ['totp_token'])
      }
    },
  })
  return (
    <form ref={element} className={styles['step']} onSubmit={form.onSubmit} noValidate>
      <p role="status">{`A code was sent to ${user.email}.`}</p>
      <CodeInput label="Code from the email" {...form.field('totp_token')} />
      <Refused words={form.refused} />
      <div className={styles['buttons']}>
        <SendAgain purpose={purpose} />
        <Button type="submit" kind={kind} size="large" isBusy={form.isSending} disabledReason={form.disabledReason}>
          {confirm}
        </Button>
      </div>
    </form>
  )
}

function SendAgain({ purpose }: { readonly purpose: CodePurpose }) {
  const [said, setSaid] = useState<string>()
  const again = () => {
    setSaid(undefined)
    sendCode(purpose).then(
      () => setSaid('Sent again'),
      (error: unknown) => setSaid(refusalMessage(error)),
    )
  }
  return (
    <Button kind="quiet" size="large" aria-live="polite" onClick={again}>
      {said ?? 'Send again'}
    </Button>
  )
}

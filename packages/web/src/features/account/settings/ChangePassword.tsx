import { accountCalls } from '@parley/contracts'
import { PASSWORD_HINT } from '@parley/core'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { PasswordInput } from '../../../components/PasswordInput.tsx'
import { Refused } from '../../../components/Refused.tsx'
import { useForm } from '../../../components/use-form.ts'
import { client } from '../../../live/api.ts'
import { useUser } from '../../../live/session.ts'
import { emptyPasswords, passwordFields, passwordLabels, passwordProblems, type PasswordValues } from './change-password-form.ts'
import { Done } from './Done.tsx'
import { formRefusal } from './form-refusal.ts'
import styles from './Settings.module.css'

const CHANGED = 'Your password has been changed successfully!'
const CLEARS_AFTER_MS = 3_000

export function ChangePassword() {
  const [times, setTimes] = useState(0)
  const [isDone, setIsDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setIsDone(false), CLEARS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isDone, times])
  return (
    <div className={styles['form']}>
      <Form
        key={times}
        onChanged={() => {
          setTimes(times + 1)
          setIsDone(true)
        }}
      />
      <Done words={isDone ? CHANGED : undefined} />
    </div>
  )
}

function Form({ onChanged }: { readonly onChanged: () => void }) {
  const user = useUser()
  const form = useForm<PasswordValues>({
    initial: emptyPasswords,
    check: passwordProblems,
    send: async (body) => {
      try {
        await client.call(accountCalls.changePassword, { body })
        onChanged()
        return undefined
      } catch (error) {
        return formRefusal<PasswordValues>(error, passwordFields)
      }
    },
  })
  const isValid = Object.values(passwordProblems(form.values)).every((problem) => problem === undefined)
  return (
    <form className={styles['step']} onSubmit={form.onSubmit} noValidate>
      <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
      <PasswordInput label={passwordLabels.old_password} data-first="" autoComplete="current-password" {...form.field('old_password')} />
      <PasswordInput
        label={passwordLabels.new_password1}
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        {...form.field('new_password1')}
      />
      <PasswordInput label={passwordLabels.new_password2} autoComplete="new-password" {...form.field('new_password2')} />
      <Refused words={form.refused} />
      <Button
        type="submit"
        kind="primary"
        size="large"
        isBusy={form.isSending}
        disabledReason={isValid ? undefined : 'Fill in all three fields.'}
      >
        Save
      </Button>
    </form>
  )
}

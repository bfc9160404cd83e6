import { ClientError } from '@parley/client'
import { accountCalls } from '@parley/contracts'
import { PASSWORD_HINT } from '@parley/core'
import { useEffect, useState } from 'react'
import { AppLink } from '../../../components/AppLink.tsx'
import { navigate, useQuery } from '../../../components/router.ts'
import { Button } from '../../../components/Button.tsx'
import { PasswordInput } from '../../../components/PasswordInput.tsx'
import { Refused } from '../../../components/Refused.tsx'
import { type FormRefusal, useForm } from '../../../components/use-form.ts'
import { client } from '../../../live/api.ts'
import styles from './Access.module.css'
import { AccessPage } from './AccessPage.tsx'
import { newPasswordErrors } from './form-rules.ts'

type Fields = { readonly new_password1: string; readonly new_password2: string }
const FAILED = 'Password reset failed, try again later...'

/** Opened by the emailed link, which carries the user and a single-use token. */
export function SetPassword() {
  const uid = useQuery('uid')
  const token = useQuery('token')
  const [isDone, setIsDone] = useState(false)
  const isLink = uid !== '' && token !== ''
  useEffect(() => {
    if (!isLink && !isDone) navigate('/', 'replace')
  }, [isLink, isDone])
  if (isDone) return <Updated />
  return isLink ? (
    <NewPassword
      send={(passwords) => reset({ uid, token, ...passwords })}
      onDone={() => {
        setIsDone(true)
        // Removes the used link from the history.
        navigate('/set-password/', 'replace')
      }}
    />
  ) : null
}

type Reset = Fields & { readonly uid: string; readonly token: string }

async function reset(body: Reset): Promise<FormRefusal<Fields> | undefined> {
  try {
    await client.call(accountCalls.resetPassword, { body })
    return undefined
  } catch (error) {
    const { new_password1: first, new_password2: second } = error instanceof ClientError ? error.fields : {}
    if (first !== undefined || second !== undefined) return { fields: { new_password1: first?.[0], new_password2: second?.[0] } }
    return { general: FAILED }
  }
}

function NewPassword(props: {
  readonly send: (passwords: Fields) => Promise<FormRefusal<Fields> | undefined>
  readonly onDone: () => void
}) {
  const form = useForm<Fields>({
    initial: { new_password1: '', new_password2: '' },
    check: ({ new_password1: password, new_password2: confirmation }) => {
      const wrong = newPasswordErrors(password, confirmation)
      return { new_password1: wrong.password, new_password2: wrong.confirmation }
    },
    send: async (passwords) => {
      const refusal = await props.send(passwords)
      if (refusal === undefined) props.onDone()
      return refusal
    },
  })
  return (
    <AccessPage title="Change your password!" back="to-sign-in">
      <form className={styles['form']} onSubmit={form.onSubmit} noValidate aria-label="Change your password">
        <PasswordInput label="New password" autoComplete="new-password" autoFocus hint={PASSWORD_HINT} {...form.field('new_password1')} />
        <PasswordInput label="Confirm new password" autoComplete="new-password" {...form.field('new_password2')} />
        <Refused words={form.refused} />
        <Button type="submit" kind="primary" className={styles['submit']} isBusy={form.isSending} disabledReason={form.disabledReason}>
          Reset Password
        </Button>
      </form>
    </AccessPage>
  )
}

const Updated = () => (
  <AccessPage title="Password updated!" text="Every device has been signed out. Sign in with your new password.">
    <Button kind="primary" autoFocus className={styles['submit']} onClick={() => navigate('/')}>
      Go to Parley
    </Button>
    <p className={styles['foot']}>
      <AppLink to="/">Back to sign in</AppLink>
    </p>
  </AccessPage>
)

import { accountCalls } from '@parley/contracts'
import { useState } from 'react'
import { navigate } from '../../../components/router.ts'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx'
import { Input } from '../../../components/Input.tsx'
import { Refused } from '../../../components/Refused.tsx'
import { useForm } from '../../../components/use-form.ts'
import { client } from '../../../live/api.ts'
import styles from './Access.module.css'
import { AccessPage } from './AccessPage.tsx'
import { emailError } from './form-rules.ts'

/** The response is the same whether or not the address has an account. */
export function ForgotPassword() {
  const [isSent, setIsSent] = useState(false)
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => ({ email: emailError(email) }),
    send: async ({ email }) => {
      try {
        await client.call(accountCalls.requestPasswordReset, { body: { email: email.trim() } })
        setIsSent(true)
        return undefined
      } catch {
        return { general: 'Something went wrong, please try again.' }
      }
    },
  })
  return (
    <AccessPage title="Forgot password" text="We will send you an email with a link to reset your password." back="to-sign-in">
      <form className={styles['form']} onSubmit={form.onSubmit} noValidate aria-label="Forgot password">
        <Input label="Email" type="email" autoComplete="username" autoFocus size="large" {...form.field('email')} />
        <Refused words={form.refused} />
        <Button
          type="submit"
          kind="primary"
          className={styles['submit']}
          disabledReason={form.isSending ? 'The email is being sent.' : form.disabledReason}
        >
          {form.isSending ? 'Resetting...' : 'Reset'}
        </Button>
      </form>
      <ConfirmDialog
        open={isSent}
        title="Forgot password"
        onClose={() => navigate('/')}
        confirm={{ label: 'OK', onPress: () => navigate('/') }}
      >
        Password reset email sent, please check your email.
      </ConfirmDialog>
    </AccessPage>
  )
}

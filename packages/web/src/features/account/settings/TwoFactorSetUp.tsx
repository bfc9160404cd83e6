import { factorCalls } from '@parley/contracts'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/Button.tsx'
import { CodeInput } from '../../../components/CodeInput.tsx'
import { Refused } from '../../../components/Refused.tsx'
import { useForm } from '../../../components/use-form.ts'
import { client } from '../../../live/api.ts'
import { refreshUser } from '../../../live/session.ts'
import { cleanCode, codeError } from '../sign-in/form-rules.ts'
import { CopyButton } from './CopyButton.tsx'
import { formRefusal } from './form-refusal.ts'
import { groupedSecret, secretOf } from './otpauth.ts'
import { QrCode } from './QrCode.tsx'
import styles from './Settings.module.css'

type Values = { readonly totp_token: string }

/** The secret as a QR code and as text, and a field for the code that proves that the app has it. */
export function TwoFactorSetUp({ configUrl, onEnabled }: { readonly configUrl: string; readonly onEnabled: () => void }) {
  const secret = secretOf(configUrl)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  const form = useForm<Values>({
    initial: { totp_token: '' },
    check: ({ totp_token: code }) => ({ totp_token: codeError(code) }),
    send: async ({ totp_token: code }) => {
      try {
        await client.call(factorCalls.enableTotp, { body: { totp_token: cleanCode(code) } })
        await refreshUser()
        onEnabled()
        return undefined
      } catch (error) {
        return formRefusal<Values>(error, ['totp_token'])
      }
    },
  })
  return (
    <form ref={element} className={styles['form']} onSubmit={form.onSubmit} noValidate>
      <p className={styles['lead']}>Scan the QR code with your authentication app, then enter the six digits it shows.</p>
      <div className={styles['setup']}>
        <QrCode text={configUrl} />
        <div className={styles['secret']}>
          <p className={styles['rowtext']}>No camera? Enter this key in the app:</p>
          <code className={styles['key']}>{groupedSecret(secret)}</code>
          <CopyButton text={secret} label="Copy key" />
        </div>
      </div>
      <CodeInput label="Code" {...form.field('totp_token')} />
      <Refused words={form.refused} />
      <Button type="submit" kind="primary" size="large" isBusy={form.isSending} disabledReason={form.disabledReason}>
        Activate
      </Button>
    </form>
  )
}

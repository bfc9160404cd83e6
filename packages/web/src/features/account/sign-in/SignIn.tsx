import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { AppLink } from '../../../components/AppLink.tsx'
import { links } from '../../../components/links.ts'
import { navigate } from '../../../components/router.ts'
import { Button } from '../../../components/Button.tsx'
import { Input } from '../../../components/Input.tsx'
import { PasswordInput } from '../../../components/PasswordInput.tsx'
import { Refused } from '../../../components/Refused.tsx'
import { useForm } from '../../../components/use-form.ts'
import { canUsePasskeys } from '../../../live/passkey-ceremonies.ts'
import { signIn, signInWithPasskey, useSession } from '../../../live/session.ts'
import { SignInAnnouncements } from '../../announcements/ReadAnnouncements.tsx'
import styles from './Access.module.css'
import { AccessPage, OutwardLink } from './AccessPage.tsx'
import { DemoPeople } from './DemoPeople.tsx'
import { emailError, passwordError } from './form-rules.ts'
import { OfferedSignOn } from './OfferedSignOn.tsx'
import { keepPending } from './pending.ts'

export function SignIn() {
  const session = useSession((state) => state.session)
  const [passkey, setPasskey] = useState<{ readonly isSending: boolean; readonly refused?: string }>({ isSending: false })
  const form = useForm({
    initial: { email: '', password: '' },
    check: ({ email, password }) => ({ email: emailError(email), password: passwordError(password) }),
    send: async ({ email: typed, password }) => {
      setPasskey({ isSending: false })
      const email = typed.trim()
      const answer = await signIn(email, password, undefined)
      if (answer.state === 'REFUSED') return { general: answer.words }
      if (answer.state === 'FACTOR_WANTED') {
        keepPending({ email, password, factors: answer.factors })
        navigate('/twoFA/')
      }
      return undefined
    },
  })
  const signInByPasskey = async () => {
    setPasskey({ isSending: true })
    const answer = await signInWithPasskey()
    setPasskey(answer.state === 'REFUSED' ? { isSending: false, refused: answer.words } : { isSending: false })
  }
  const ended = session.state === 'SIGNED_OUT' ? session.reason : undefined
  return (
    <AccessPage title="Welcome to Parley" text="Crypto-options blocks, negotiated by RFQ." top={<SignInAnnouncements />}>
      <form className={styles['form']} onSubmit={form.onSubmit} noValidate aria-label="Sign in">
        <Input label="Email" type="email" autoComplete="username" autoFocus size="large" {...form.field('email')} />
        <PasswordInput
          label="Password"
          aside={
            <AppLink to="/forgot-password/" className={styles['link']}>
              Forgot Password
            </AppLink>
          }
          autoComplete="current-password"
          {...form.field('password')}
        />
        <Refused words={form.refused ?? passkey.refused ?? (form.isSending || passkey.isSending ? undefined : ended)} />
        <Button
          type="submit"
          kind="primary"
          className={styles['submit']}
          isBusy={form.isSending}
          disabledReason={passkey.isSending ? 'Waiting for your passkey.' : form.disabledReason}
        >
          Sign In
        </Button>
      </form>
      {canUsePasskeys() && (
        <>
          <p className={styles['or']}>or</p>
          <Button
            size="large"
            icon={<KeyRound size={15} />}
            isBusy={passkey.isSending}
            disabledReason={form.isSending ? 'Signing you in.' : undefined}
            onClick={() => void signInByPasskey()}
          >
            Sign in with a passkey
          </Button>
        </>
      )}
      <OtherWays isBusy={form.isSending || passkey.isSending} />
      <p className={styles['foot']}>
        New to Parley? <OutwardLink href={links.join}>Join</OutwardLink>
      </p>
    </AccessPage>
  )
}

/** Sign-in methods that only some installations have. */
const OtherWays = ({ isBusy }: { readonly isBusy: boolean }) => (
  <>
    <OfferedSignOn isBusy={isBusy} />
    <DemoPeople isBusy={isBusy} />
  </>
)

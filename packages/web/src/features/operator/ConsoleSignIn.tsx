import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { CodeInput } from '../../components/CodeInput.tsx'
import { Input } from '../../components/Input.tsx'
import { Logo } from '../../components/Logo.tsx'
import { PasswordInput } from '../../components/PasswordInput.tsx'
import { Refused } from '../../components/Refused.tsx'
import { useForm } from '../../components/use-form.ts'
import { canUsePasskeys } from '../../live/passkey-ceremonies.ts'
import styles from './ConsoleSignIn.module.css'
import { signInToConsole, signInWithPasskey } from './console-store.ts'

export function ConsoleSignIn({ reason }: { readonly reason: string | undefined }) {
  const [passkey, setPasskey] = useState<{ readonly isBusy: boolean; readonly refused?: string | undefined }>({ isBusy: false })
  const signInByPasskey = async () => {
    setPasskey({ isBusy: true })
    setPasskey({ isBusy: false, refused: await signInWithPasskey() })
  }
  const form = useForm({
    initial: { name: '', password: '', code: '' },
    check: ({ name, password, code }) => ({
      name: name.trim() === '' ? 'Enter your name as an operator.' : undefined,
      password: password === '' ? 'Enter your password.' : undefined,
      code: /^\d{6}$/.test(code.trim()) ? undefined : 'Enter the six digits of your authenticator app.',
    }),
    send: async ({ name, password, code }) => {
      const refused = await signInToConsole({ name: name.trim(), password, code: code.trim() })
      return refused === undefined ? undefined : { general: refused }
    },
  })
  return (
    <main className={styles['page']}>
      <form className={styles['form']} onSubmit={form.onSubmit} noValidate aria-label="Sign in">
        <header className={styles['head']}>
          <Logo size={32} />
          <h1 className={styles['title']}>Operator console</h1>
          <p className={styles['about']}>For the people who operate this installation. Accounts of desks do not work here.</p>
        </header>
        <Input label="Name" autoComplete="username" autoFocus size="large" placeholder="l.sand" {...form.field('name')} />
        <PasswordInput label="Password" autoComplete="current-password" {...form.field('password')} />
        <CodeInput label="Code of your authenticator app" {...form.field('code')} />
        <Refused words={form.refused ?? passkey.refused ?? (form.isSending || passkey.isBusy ? undefined : reason)} />
        <Button type="submit" kind="primary" size="large" isBusy={form.isSending} disabledReason={form.disabledReason}>
          Sign in
        </Button>
        {canUsePasskeys() && (
          <Button size="large" icon={<KeyRound size={15} />} isBusy={passkey.isBusy} onClick={() => void signInByPasskey()}>
            Sign in with a passkey
          </Button>
        )}
        <p className={styles['hint']}>
          No account yet? On the machine, run <code>npm run operator -- add-operator --name l.sand</code>
        </p>
      </form>
    </main>
  )
}

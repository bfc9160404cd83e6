import { ArrowUpRight, CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Logo } from '../../app/Logo.tsx'
import { navigate } from '../../app/router.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { Input } from '../../components/Input.tsx'
import { signIn, useSession } from '../../live/session.ts'
import styles from './SignIn.module.css'

export function SignIn() {
  const session = useSession((state) => state.session)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isShown, setIsShown] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [refused, setRefused] = useState<string>()
  const words = refused ?? (session.state === 'SIGNED_OUT' ? session.reason : undefined)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    setIsSending(true)
    setRefused(undefined)
    const answer = await signIn(email.trim(), password)
    setIsSending(false)
    setRefused(answer)
  }

  return (
    <main className={styles['page']}>
      <form className={styles['card']} onSubmit={(event) => void submit(event)}>
        <Logo size={40} />
        <div>
          <h1 className={styles['title']}>Welcome to Parley</h1>
          <p className={styles['tagline']}>Crypto-options blocks, negotiated by RFQ.</p>
        </div>
        <Input
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          required
          size="large"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Input
          label="Password"
          aside={<Link to="/forgot-password/">Forgot Password</Link>}
          type={isShown ? 'text' : 'password'}
          name="password"
          autoComplete="current-password"
          required
          size="large"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          after={
            <IconButton label={isShown ? 'Hide what is typed' : 'Show what is typed'} onClick={() => setIsShown(!isShown)}>
              {isShown ? <EyeOff size={15} /> : <Eye size={15} />}
            </IconButton>
          }
        />
        {words !== undefined && (
          <p className={styles['refused']} role="alert">
            <CircleAlert size={15} aria-hidden="true" />
            {words}
          </p>
        )}
        <Button type="submit" kind="primary" className={styles['submit']} isBusy={isSending}>
          Sign In
        </Button>
        <p className={styles['join']}>
          New to Parley?{' '}
          <Link to="/register/">
            Join <ArrowUpRight size={13} />
          </Link>
        </p>
      </form>
    </main>
  )
}

const Link = ({ to, children }: { readonly to: string; readonly children: React.ReactNode }) => (
  <a
    className={styles['link']}
    href={to}
    onClick={(event) => {
      event.preventDefault()
      navigate(to)
    }}
  >
    {children}
  </a>
)

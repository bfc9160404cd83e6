import { ArrowLeft } from 'lucide-react'
import { navigate } from '../../app/router.ts'
import type { SignInRoute } from '../../app/routes.ts'
import { Logo } from '../../app/Logo.tsx'
import styles from './SignIn.module.css'

type Kept = Exclude<SignInRoute, '/'>

const title: Readonly<Record<Kept, string>> = {
  '/twoFA/': 'Enter your authentication code',
  '/register/': 'Activate your account',
  '/forgot-password/': 'Forgot password',
  '/set-password/': 'Change your password!',
}

const advice: Readonly<Record<Kept, string>> = {
  '/twoFA/': 'Two-factor sign-in is not open in this version.',
  '/register/': 'Accounts are made by your desk’s administrator in this version; ask there for a sign-in.',
  '/forgot-password/': 'Passwords are set by your desk’s administrator in this version; ask there for a new one.',
  '/set-password/': 'Passwords are set by your desk’s administrator in this version; ask there for a new one.',
}

/** Addresses that exist and lead nowhere yet say so, and whom to ask. */
export const NotHere = ({ route }: { readonly route: Kept }) => (
  <main className={styles['page']}>
    <div className={styles['card']}>
      <a
        className={styles['back']}
        href="/"
        onClick={(event) => {
          event.preventDefault()
          navigate('/')
        }}
      >
        <ArrowLeft size={15} /> Back to sign in
      </a>
      <Logo size={40} />
      <div>
        <h1 className={styles['title']}>{title[route]}</h1>
        <p className={styles['tagline']}>{advice[route]}</p>
      </div>
    </div>
  </main>
)

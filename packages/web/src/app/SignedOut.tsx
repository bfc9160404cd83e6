import { type ReactNode, useEffect } from 'react'
import { FirmSignOn } from '../features/account/sign-in/FirmSignOn.tsx'
import { ForgotPassword } from '../features/account/sign-in/ForgotPassword.tsx'
import { forgetPending } from '../features/account/sign-in/pending.ts'
import { SetPassword } from '../features/account/sign-in/SetPassword.tsx'
import { SignIn } from '../features/account/sign-in/SignIn.tsx'
import { TwoFactor } from '../features/account/sign-in/TwoFactor.tsx'
import { navigate, usePath } from '../components/router.ts'
import { type SignInRoute, signInRouteOf } from './routes.ts'
import { Starting } from '../components/Starting.tsx'
import { fetched } from '../components/fetched.tsx'

const Registration = fetched(
  () => import('../features/account/onboarding/Registration.tsx').then((part) => part.Registration),
  <Starting />,
)

const screens: Readonly<Record<SignInRoute, () => ReactNode>> = {
  '/': () => <SignIn />,
  '/twoFA/': () => <TwoFactor />,
  '/register/': () => <Registration />,
  '/forgot-password/': () => <ForgotPassword />,
  '/set-password/': () => <SetPassword />,
  '/sign-on/': () => <FirmSignOn />,
}

/** The sign-in methods. Any other address leads to the first of them. */
export function SignedOut() {
  const route = signInRouteOf(usePath())
  useEffect(() => {
    if (route === '/') navigate('/', 'replace')
    if (route !== '/twoFA/') forgetPending()
  }, [route])
  return screens[route]()
}

import { ClientError } from '@parley/client'
import { accountCalls } from '@parley/contracts'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Input } from '../../../components/Input.tsx'
import { Refused } from '../../../components/Refused.tsx'
import { navigate } from '../../../components/router.ts'
import { useForm } from '../../../components/use-form.ts'
import { client } from '../../../live/api.ts'
import { createBrowserStore } from '../../../live/browser-store.ts'
import { report } from '../../../live/report.ts'
import { attempt } from '../../../live/session.ts'
import { signInError } from '../../../live/session-messages.ts'
import { VERSION } from '../../../live/version.ts'
import styles from './Access.module.css'
import { AccessPage } from './AccessPage.tsx'
import { emailError } from './form-rules.ts'

/** Another window cannot finish a sign-in that this one has begun. */
const store = createBrowserStore(() => sessionStorage, report)
const PROOF = 'sign-on-proof'

/** Refusals of a sign-on are sentences for a person. All others are written as at the sign-in with a password. */
const wordsOf = (error: unknown): string =>
  error instanceof ClientError && /^SignOn|^AccessSuspended$/.test(error.error ?? '') ? error.message : signInError(error)

const finish = (answer: string, proof: string) =>
  attempt((signal) => client.call(accountCalls.finishSignOn, { body: { answer, proof, app_version: VERSION }, signal }), { wordsOf })

/** When the provider sends the browser back, the address contains its answer, which is used once and then removed. */
export function FirmSignOn() {
  const [answer] = useState(() => (new URLSearchParams(location.search).has('state') ? location.search : undefined))
  const [refused, setRefused] = useState<string>()
  useEffect(() => {
    if (answer === undefined) return
    const proof = store.read(PROOF)
    navigate('/sign-on/', 'replace')
    store.forget(PROOF)
    if (proof === undefined) setRefused('This sign-in was started in another window. Start again here.')
    else void finish(answer, proof).then((ended) => ended.state === 'REFUSED' && setRefused(ended.words))
  }, [answer])
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => ({ email: emailError(email) }),
    send: async ({ email }) => {
      setRefused(undefined)
      try {
        const { url, proof } = await client.call(accountCalls.startSignOn, { body: { email: email.trim() } })
        store.keep(PROOF, proof)
        location.assign(url)
        return undefined
      } catch (error) {
        return { general: wordsOf(error) }
      }
    },
  })
  if (answer !== undefined && refused === undefined)
    return <AccessPage title="Signing you in" text="Your firm has confirmed who you are." />
  return (
    <AccessPage title="Sign in with your firm" text="Your firm's own sign-on confirms who you are." back="to-sign-in">
      <form className={styles['form']} onSubmit={form.onSubmit} noValidate aria-label="Sign in with your firm">
        <Input label="Work email" type="email" autoComplete="username" autoFocus size="large" {...form.field('email')} />
        <Refused words={form.refused ?? refused} />
        <Button type="submit" kind="primary" className={styles['submit']} isBusy={form.isSending} disabledReason={form.disabledReason}>
          Continue
        </Button>
      </form>
    </AccessPage>
  )
}

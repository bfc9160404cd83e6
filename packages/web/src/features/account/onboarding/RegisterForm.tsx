import { PASSWORD_HINT, type RegistrationForm } from '@parley/core'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Combobox } from '../../../components/Combobox.tsx'
import { Input } from '../../../components/Input.tsx'
import { PasswordInput } from '../../../components/PasswordInput.tsx'
import { Refused } from '../../../components/Refused.tsx'
import type { Form } from '../../../components/use-form.ts'
import type { Loadable } from '../../../live/loadable.ts'
import access from '../sign-in/Access.module.css'
import { AccessPage } from '../sign-in/AccessPage.tsx'
import styles from './Registration.module.css'
import type { Countries, Prefill } from './registration-form.ts'

type RegisterFormProps = {
  readonly form: Form<RegistrationForm>
  readonly countries: Loadable<{ readonly results: Countries }>
  readonly prefill: Prefill
}

export function RegisterForm({ form, countries, prefill }: RegisterFormProps) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (form.refused !== undefined) top.current?.scrollIntoView({ block: 'center' })
  }, [form.refused])
  return (
    <AccessPage title="Activate your account" text="You have been invited to a desk. Tell us who you are." back="to-sign-in" size="wide">
      <form className={access['form']} onSubmit={form.onSubmit} noValidate aria-label="Activate your account">
        <div ref={top} className={styles['top']}>
          <Refused words={form.refused} />
        </div>
        {!prefill.hasKey && (
          <Input label="Registration code" size="large" hint="The 16 characters of your invitation." {...form.field('invitation_key')} />
        )}
        <div className={styles['pair']}>
          <Input label="First name" size="large" autoComplete="given-name" {...form.field('first_name')} />
          <Input label="Last name" size="large" autoComplete="family-name" {...form.field('last_name')} />
        </div>
        <div className={styles['pair']}>
          <Input label="Date of birth" type="date" size="large" autoComplete="bday" {...form.field('date_of_birth')} />
          <CountryField form={form} countries={countries} />
        </div>
        <Input label="Email" type="email" size="large" autoComplete="username" disabled={prefill.hasEmail} {...form.field('email')} />
        <div className={styles['pair']}>
          <PasswordInput label="Password" autoComplete="new-password" hint={PASSWORD_HINT} {...form.field('password')} />
          <PasswordInput label="Confirm password" autoComplete="new-password" {...form.field('password_confirmation')} />
        </div>
        <Button type="submit" kind="primary" className={access['submit']} isBusy={form.isSending} disabledReason={form.disabledReason}>
          Next
        </Button>
      </form>
    </AccessPage>
  )
}

function CountryField({ form, countries }: Omit<RegisterFormProps, 'prefill'>) {
  const { name, value, error, onBlur } = form.field('country_of_residence')
  const known = countries.state === 'LOADED' ? countries.data.results : []
  const options = known.map(({ code, name: label, is_blocked }) => ({ value: code, label, hint: is_blocked ? 'not served' : undefined }))
  return (
    <Combobox
      label="Country of residence"
      name={name}
      value={value}
      options={options}
      error={countries.state === 'FAILED' ? 'The list of countries could not be loaded.' : error}
      remedy={countries.state === 'FAILED' ? { label: 'Try again', apply: countries.retry } : undefined}
      disabled={countries.state !== 'LOADED'}
      placeholder={countries.state === 'LOADING' ? 'Loading…' : 'Find your country'}
      onChange={(code) => form.change('country_of_residence', code)}
      onBlur={onBlur}
    />
  )
}

import { registrationCalls } from '@parley/contracts'
import { agreementFor, type RegistrationForm } from '@parley/core'
import { useState } from 'react'
import { useQuery } from '../../../components/router.ts'
import { useForm } from '../../../components/use-form.ts'
import { useOnce } from '../../../live/loadable.ts'
import { register } from '../../../live/session.ts'
import { AgreementScreen } from '../agreement/AgreementScreen.tsx'
import { CustomerType, customerOf } from '../agreement/CustomerType.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { prefillOf, type Prefill, registrationErrors, registrationRefusal } from './registration-form.ts'

/** Registration by invitation: the form, then the agreement of the country, then the application. A refusal leads back to the form. */
export function Registration() {
  const [prefill] = useState(() => prefillOf(new URLSearchParams(location.search)))
  const customer = customerOf(useQuery('customer'))
  const countries = useOnce(registrationCalls.listCountries, {})
  const [view, setView] = useState<'register' | 'agreement'>('register')
  const [isSending, setIsSending] = useState(false)
  const known = countries.state === 'LOADED' ? countries.data.results : []
  const form = useForm<RegistrationForm>({
    initial: prefill.form,
    check: (values) => registrationErrors(values, known, Date.now()),
    send: async () => {
      setView('agreement')
      return undefined
    },
  })
  const accept = async (kind: 'us' | 'non-us') => {
    setIsSending(true)
    try {
      const accepted = kind === 'us' ? { has_accepted_us_agreement: true as const } : { has_accepted_non_us_agreement: true as const }
      await register({ ...form.values, ...accepted })
    } catch (error) {
      form.refuse(registrationRefusal(error, hiddenFields(prefill)))
      setView('register')
    } finally {
      setIsSending(false)
    }
  }
  if (view === 'register') return <RegisterForm form={form} countries={countries} prefill={prefill} />
  const country = form.values.country_of_residence
  const kind = country === '' ? customer : agreementFor(country)
  if (kind === undefined) return <CustomerType />
  return <AgreementScreen kind={kind} onBack={() => setView('register')} onAccept={(each) => void accept(each)} isSending={isSending} />
}

/** An error in a hidden field is shown at the top. */
const hiddenFields = ({ hasKey }: Prefill): readonly (keyof RegistrationForm)[] => (hasKey ? ['invitation_key'] : [])

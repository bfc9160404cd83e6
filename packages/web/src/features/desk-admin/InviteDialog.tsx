import { deskCalls, registrationCalls } from '@parley/contracts'
import type { DeskRole } from '@parley/core'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Input } from '../../components/Input.tsx'
import { Refused } from '../../components/Refused.tsx'
import { Select } from '../../components/Select.tsx'
import { NAME_CHARACTERS } from '../../components/text-limit.ts'
import { toast } from '../../components/toasts.ts'
import { useForm } from '../../components/use-form.ts'
import { client } from '../../live/api.ts'
import { useOnce } from '../../live/loadable.ts'
import { emailError } from '../account/sign-in/form-rules.ts'
import { tryChange } from './change.ts'
import { reload } from './desk-lists.ts'
import styles from './Form.module.css'
import { Options } from './Options.tsx'
import { roleOptions } from './role-options.ts'

const initial = { email: '', role: 'trader', first_name: '', last_name: '', country_of_residence: '' }

/** The fields that the link prefills for the invited person. The address cannot be changed there. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useForm({
    initial,
    most: { first_name: NAME_CHARACTERS, last_name: NAME_CHARACTERS },
    check: ({ email }) => ({ email: emailError(email) }),
    send: async (values) => {
      const refusal = await tryChange(async () => {
        await client.call(deskCalls.createInvitation, { body: bodyOf(values) })
        await reload('invitations')
      })
      if (refusal !== undefined) return refusal
      toast({ key: 'change', tone: 'done', title: 'Invitation sent', text: `An email is on its way to ${values.email.trim()}.` })
      onClose()
      return undefined
    },
  })
  return (
    <Dialog open onClose={onClose} title="Invite to the desk" width={480} outside="stays">
      <form className={styles['form']} onSubmit={form.onSubmit} noValidate>
        <Input label="Email" type="email" {...form.field('email')} hint="The invitation is sent here, and only this address can use it." />
        <Options
          legend="Role"
          name="role"
          value={form.values.role as DeskRole}
          options={roleOptions}
          onChange={(role) => form.change('role', role)}
        />
        <div className={styles['pair']}>
          <Input label="First name (optional)" {...form.field('first_name')} />
          <Input label="Last name" {...form.field('last_name')} />
        </div>
        <Country
          value={form.values.country_of_residence}
          error={form.field('country_of_residence').error}
          onChange={(code) => form.change('country_of_residence', code)}
        />
        <Refused words={form.refused} />
        <div className={styles['buttons']}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={form.isSending} disabledReason={form.disabledReason}>
            Send invitation
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const bodyOf = ({ email, role, first_name, last_name, country_of_residence }: typeof initial) => ({
  email: email.trim(),
  role: role as DeskRole,
  ...(first_name.trim() === '' ? {} : { first_name: first_name.trim() }),
  ...(last_name.trim() === '' ? {} : { last_name: last_name.trim() }),
  ...(country_of_residence === '' ? {} : { country_of_residence }),
})

const Country = (props: { readonly value: string; readonly error: string | undefined; readonly onChange: (code: string) => void }) => {
  const countries = useOnce(registrationCalls.listCountries, {})
  const known = countries.state === 'LOADED' ? countries.data.results : []
  return (
    <Select
      label="Country of residence (optional)"
      value={props.value}
      error={props.error}
      options={[
        { value: '', label: countries.state === 'LOADING' ? 'Loading countries…' : 'Chosen by the person' },
        ...known.map(({ code, name, is_blocked: isBlocked }) => ({
          value: code,
          label: isBlocked ? `${name} (not served)` : name,
          disabled: isBlocked,
        })),
      ]}
      onChange={props.onChange}
    />
  )
}

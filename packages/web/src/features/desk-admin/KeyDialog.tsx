import { type ApiKeyView, deskCalls } from '@parley/contracts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { Input } from '../../components/Input.tsx'
import { Refused } from '../../components/Refused.tsx'
import { NAME_CHARACTERS } from '../../components/text-limit.ts'
import { toast } from '../../components/toasts.ts'
import { type Form, useForm } from '../../components/use-form.ts'
import { client } from '../../live/api.ts'
import { tryChange } from './change.ts'
import { reload } from './desk-lists.ts'
import styles from './Form.module.css'
import { compatibleMeaning, formOf, type KeyForm, keyFormErrors, newKeyForm, settingsOf } from './key-rules.ts'
import { dateFieldText } from './moment-text.ts'
import { Options } from './Options.tsx'
import { type ShownSecret, showSecret } from './shown-secret.ts'

const scopes = [
  { value: 'read,trade', name: 'Read and trade', meaning: 'For programs that quote, send RFQs or trade.' },
  { value: 'read', name: 'Read only', meaning: 'For programs that watch and report.' },
] as const

const sockets = [
  {
    value: 'SIGNED',
    name: 'Signed',
    meaning: 'Each socket signs with the secret, as every request does. The client library does this for you.',
  },
  { value: 'COMPATIBLE', name: 'Compatible', meaning: compatibleMeaning },
] as const

/** Returns the secret of a newly created key. */
async function save(edited: ApiKeyView | undefined, form: KeyForm): Promise<ShownSecret | undefined> {
  if (edited !== undefined) {
    await client.call(deskCalls.updateApiKey, { params: { id: edited.id }, body: settingsOf(form) })
    return undefined
  }
  const key = await client.call(deskCalls.createApiKey, { body: { name: form.name.trim(), ...settingsOf(form) } })
  return { name: key.name, accessKey: key.access_key, secretKey: key.secret_key, previousUntil: null }
}

/** A new key, or the settings of an existing one. The name cannot be changed, because programs and the log refer to it. */
export function KeyDialog({ edited, onClose }: { readonly edited?: ApiKeyView; readonly onClose: () => void }) {
  const form = useForm<KeyForm>({
    initial: edited === undefined ? newKeyForm : formOf(edited),
    most: { name: NAME_CHARACTERS },
    check: (values) => keyFormErrors(values, Date.now()),
    send: async (values) => {
      let secret: ShownSecret | undefined
      const refusal = await tryChange(async () => {
        secret = await save(edited, values)
      })
      if (refusal !== undefined) return refusal
      void reload('keys')
      onClose()
      if (secret !== undefined) showSecret(secret)
      if (edited !== undefined)
        toast({ key: 'change', tone: 'done', title: `${edited.name} saved`, text: 'Changes take effect immediately.' })
      return undefined
    },
  })
  return (
    <Dialog open onClose={onClose} title={edited === undefined ? 'New API key' : `Key ${edited.name}`} width={480} outside="stays">
      <form className={styles['form']} onSubmit={form.onSubmit} noValidate>
        {edited === undefined && (
          <Input label="Name" {...form.field('name')} hint="The program that uses it, such as “quoter” or “risk report”." />
        )}
        <Options
          legend="Permissions"
          name="scopes"
          value={form.values.scopes === 'read' ? 'read' : 'read,trade'}
          options={scopes}
          onChange={(value) => form.change('scopes', value)}
        />
        <Options
          legend="Socket authentication"
          name="sockets"
          value={form.values.sockets === 'COMPATIBLE' ? 'COMPATIBLE' : 'SIGNED'}
          options={sockets}
          onChange={(value) => form.change('sockets', value)}
        />
        <Addresses form={form} />
        <Input
          label="Expires at the end of (optional)"
          type="date"
          {...form.field('expires_at')}
          aside={<Presets onPick={(text) => form.change('expires_at', text)} />}
        />
        <Refused words={form.refused} />
        <div className={styles['buttons']}>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            kind="primary"
            isBusy={form.isSending}
            disabledReason={edited !== undefined && form.disabledReason !== undefined ? 'No changes to save.' : form.disabledReason}
          >
            {edited === undefined ? 'Create key' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const Addresses = ({ form }: { readonly form: Form<KeyForm> }) => {
  const { error, name, value } = form.field('allowed_addresses')
  return (
    <Field
      label="Allowed IPs (leave empty to allow any)"
      error={error}
      hint="One address or network per line: 203.0.113.7, 198.51.100.0/24, 2001:db8::/32"
    >
      {({ id, describedBy, invalid }) => (
        <textarea
          id={id}
          name={name}
          className={styles['area']}
          rows={3}
          spellCheck={false}
          value={value}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          onChange={(event) => form.change('allowed_addresses', event.target.value)}
        />
      )}
    </Field>
  )
}

const days = [30, 90, 365] as const
const DAY_MS = 86_400_000

const Presets = ({ onPick }: { readonly onPick: (text: string) => void }) => (
  <span className={styles['presets']}>
    {days.map((count) => (
      <button key={count} type="button" className={styles['preset']} onClick={() => onPick(dateFieldText(Date.now() + count * DAY_MS))}>
        {count} days
      </button>
    ))}
  </span>
)

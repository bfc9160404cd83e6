import { deskCalls, type VenueAccountView } from '@parley/contracts'
import { Button } from '../../components/Button.tsx'
import { Checkbox } from '../../components/Choice.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Input } from '../../components/Input.tsx'
import { PasswordInput } from '../../components/PasswordInput.tsx'
import { Refused } from '../../components/Refused.tsx'
import { toast } from '../../components/toasts.ts'
import { useForm } from '../../components/use-form.ts'
import { client } from '../../live/api.ts'
import { tryChange } from './change.ts'
import { reload } from './desk-lists.ts'
import styles from './Form.module.css'
import { venueName } from './venue-words.ts'

export type VenueAccountTask =
  | { readonly kind: 'add'; readonly venue: VenueAccountView['venue'] }
  | { readonly kind: 'replace'; readonly account: VenueAccountView }

const initial = { name: '', client_id: '', client_secret: '', is_default: '' }
type Texts = typeof initial

const missing = (text: string, words: string): string | undefined => (text.trim() === '' ? words : undefined)

const save = (task: VenueAccountTask, { name, client_id, client_secret, is_default }: Texts) => {
  const credentials = { client_id: client_id.trim(), client_secret: client_secret.trim() }
  return task.kind === 'add'
    ? client.call(deskCalls.addVenueAccount, {
        body: { venue: task.venue, name: name.trim(), ...credentials, is_default: is_default === 'yes' },
      })
    : client.call(deskCalls.updateVenueAccount, { params: { id: task.account.id }, body: credentials })
}

export function VenueAccountDialog({ task, onClose }: { readonly task: VenueAccountTask; readonly onClose: () => void }) {
  const isNew = task.kind === 'add'
  const venue = venueName[task.kind === 'add' ? task.venue : task.account.venue]
  const form = useForm({
    initial,
    check: ({ name, client_id, client_secret }) => ({
      name: isNew ? missing(name, 'Give the account a name, as the desk calls it.') : undefined,
      client_id: missing(client_id, `Enter the client id that ${venue} gave.`),
      client_secret: missing(client_secret, `Enter the client secret that ${venue} gave.`),
    }),
    send: async (values) => {
      const refusal = await tryChange(async () => {
        await save(task, values)
        await reload('venueAccounts')
      })
      if (refusal !== undefined) return refusal
      toast({
        key: 'change',
        tone: 'done',
        title: isNew ? `${values.name.trim()} is connected` : `${task.account.name} has new credentials`,
      })
      onClose()
      return undefined
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? `Add an account at ${venue}` : `Credentials of ${task.account.name}`}
      width={440}
      outside="stays"
    >
      <form className={styles['form']} onSubmit={form.onSubmit} noValidate>
        <p className={styles['note']}>
          Make an API key at {venue} that may trade blocks and may not withdraw. What you enter is kept encrypted and is never shown again.
        </p>
        {isNew && <Input label="Name" maxLength={64} {...form.field('name')} hint="How the desk calls it: “prop-1”." />}
        <Input label="Client id" maxLength={256} {...form.field('client_id')} />
        <PasswordInput label="Client secret" size="medium" autoComplete="off" {...form.field('client_secret')} />
        {isNew && (
          <Checkbox checked={form.values.is_default === 'yes'} onChange={(isOn) => form.change('is_default', isOn ? 'yes' : '')}>
            Make it the desk's default at {venue}
          </Checkbox>
        )}
        <Refused words={form.refused} />
        <div className={styles['buttons']}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={form.isSending} disabledReason={form.disabledReason}>
            {isNew ? 'Connect' : 'Replace'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

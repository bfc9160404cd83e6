import type { VenueAccountView } from '@parley/contracts'
import { products, venueForms, type FormField, type Product, type VenueForm } from '@parley/core'
import { Copy, ExternalLink, RefreshCw } from 'lucide-react'
import { VenueBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Checkbox } from '../../components/Choice.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Input } from '../../components/Input.tsx'
import { PasswordInput } from '../../components/PasswordInput.tsx'
import { Refused } from '../../components/Refused.tsx'
import { copyText } from './copy-text.ts'
import { useOurAddresses } from './desk-lists.ts'
import { KeyFindings } from './KeyFindings.tsx'
import { useAccountForm, type AccountForm, type VenueAccountTask } from './use-account-form.ts'
import styles from './VenueAccountPanel.module.css'

type PanelProps = { readonly task: VenueAccountTask; readonly accounts: readonly VenueAccountView[]; readonly onClose: () => void }

/** Connects an account, or replaces its key. Uses the form of the venue, and verifies the key before it is saved. */
export function VenueAccountPanel({ task, accounts, onClose }: PanelProps) {
  const venue = venueForms[task.venue]
  const entry = useAccountForm(task, onClose)
  const { form, said } = entry
  return (
    <Dialog open onClose={onClose} title={<Title task={task} venue={venue} />} width={464} place="side" outside="stays">
      <form className={styles['form']} onSubmit={form.onSubmit} noValidate>
        <div className={styles['content']}>
          <Steps venue={venue} />
          {task.kind === 'add' && <Input label="Account name" {...form.field('name')} hint="Your desk’s name for it, such as “prop-1”." />}
          <div className={venue.secret === 'KEY' ? styles['pair'] : styles['fields']}>
            {venue.fields.map((field) => (
              <Entry key={field.name} field={field} form={form} />
            ))}
          </div>
          {venue.secret === 'KEY' && <OurAddresses />}
          {said !== undefined && <KeyFindings check={said} venue={task.venue} />}
          {entry.isStale && (
            <p className={styles['note']} role="status">
              The key was changed after the check. Check it again.
            </p>
          )}
          <Defaults task={task} accounts={accounts} entry={entry} />
          <Refused words={form.refused} />
        </div>
        <Foot task={task} venue={venue} entry={entry} />
      </form>
    </Dialog>
  )
}

const Title = ({ task, venue }: { readonly task: VenueAccountTask; readonly venue: VenueForm }) => (
  <span className={styles['title']}>
    <VenueBadge venue={venue.venue} />
    {task.kind === 'add'
      ? `Connect a ${venue.name} account`
      : venue.secret === 'KEY'
        ? `Rotate the key of ${task.account.name}`
        : `Details of ${task.account.name}`}
  </span>
)

const Steps = ({ venue }: { readonly venue: VenueForm }) => (
  <p className={styles['note']}>
    {venue.steps.length > 0 && (
      <>
        At {venue.name}: <strong>{venue.steps.join(', ')}</strong>.{' '}
      </>
    )}
    {venue.advice}{' '}
    {venue.page !== undefined && (
      <a href={venue.page} target="_blank" rel="noopener noreferrer">
        Open the page <ExternalLink size={12} aria-hidden="true" />
      </a>
    )}
  </p>
)

const Entry = ({ field, form }: { readonly field: FormField; readonly form: AccountForm['form'] }) =>
  field.isMasked === true ? (
    <PasswordInput label={field.label} size="medium" autoComplete="off" {...form.field(field.name)} />
  ) : (
    <Input label={field.label} placeholder={field.example} {...form.field(field.name)} />
  )

/** Our IP addresses, to which a key can be restricted. */
function OurAddresses() {
  const addresses = useOurAddresses()
  if (addresses.length === 0) return null
  return (
    <p className={styles['addresses']}>
      <span className={styles['note']}>Our IPs (allow these)</span>
      <span className={styles['list']}>{addresses.join(' · ')}</span>
      <Button size="small" icon={<Copy size={12} />} onClick={() => void copyText('Addresses', addresses.join(','))}>
        Copy
      </Button>
    </p>
  )
}

function Defaults({ task, accounts, entry }: Pick<PanelProps, 'task' | 'accounts'> & { readonly entry: AccountForm }) {
  const { all, products: chosen } = entry.defaultFor
  const isDefault = task.kind === 'replace' && task.account.is_default
  const isFirst = task.kind === 'add' && accounts.every((account) => account.is_read_only)
  const offered: readonly Product[] = products.filter((product) => product.venue === task.venue && !product.isDisabled)
  const choose = (code: Product['code'], isOn: boolean) =>
    entry.setDefaultFor({ all, products: isOn ? [...chosen, code] : chosen.filter((one) => one !== code) })
  return (
    <fieldset className={styles['defaults']}>
      <legend className={styles['note']}>Default for</legend>
      <Checkbox
        checked={all || isDefault || isFirst}
        disabled={isDefault || isFirst}
        onChange={(isOn) => entry.setDefaultFor({ all: isOn, products: chosen })}
      >
        All of {task.venue}, for the desk
      </Checkbox>
      {offered.map(({ code, shortName }) => (
        <Checkbox key={code} checked={chosen.includes(code)} onChange={(isOn) => choose(code, isOn)}>
          {shortName}, for you
        </Checkbox>
      ))}
    </fieldset>
  )
}

function Foot({ task, venue, entry }: { readonly task: VenueAccountTask; readonly venue: VenueForm; readonly entry: AccountForm }) {
  const { form, said, isReady, saving } = entry
  const isBusy = form.isSending || saving !== undefined
  const verb = task.kind === 'add' ? 'Connect' : venue.secret === 'KEY' ? 'Rotate' : 'Save'
  const hasKey = venue.secret === 'KEY'
  const notReady = isReady ? undefined : said === undefined ? 'Check the key first.' : 'The venue does not allow this key to settle.'
  return (
    <footer className={styles['foot']}>
      {said?.may_read === true && (
        <Button isBusy={saving === 'READ_ONLY'} onClick={() => void entry.saveAs('READ_ONLY')}>
          Save as read-only
        </Button>
      )}
      {said?.outcome === 'UNREACHABLE' && (
        <Button isBusy={saving === 'UNPROVED'} onClick={() => void entry.saveAs('UNPROVED')}>
          Save unverified
        </Button>
      )}
      <span className={styles['space']} />
      {hasKey && isReady && (
        <Button icon={<RefreshCw size={13} />} onClick={() => void entry.checkAgain()}>
          Check again
        </Button>
      )}
      <Button
        type={isReady ? 'submit' : 'button'}
        kind={isReady ? 'primary' : 'default'}
        isBusy={isReady && isBusy}
        disabledReason={notReady ?? form.disabledReason}
      >
        {verb}
      </Button>
      {hasKey && !isReady && (
        <Button type="submit" kind="primary" icon={<RefreshCw size={13} />} isBusy={form.isSending} disabledReason={form.disabledReason}>
          {said === undefined ? 'Check' : 'Check again'}
        </Button>
      )}
    </footer>
  )
}

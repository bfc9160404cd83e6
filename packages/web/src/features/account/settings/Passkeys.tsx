import { factorCalls, type PasskeyView } from '@parley/contracts'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { CouldNotLoad } from '../../../components/CouldNotLoad.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { Input } from '../../../components/Input.tsx'
import { Refused } from '../../../components/Refused.tsx'
import { Skeleton } from '../../../components/Skeleton.tsx'
import { links } from '../../../components/links.ts'
import { NAME_CHARACTERS, tooLongText } from '../../../components/text-limit.ts'
import { client } from '../../../live/api.ts'
import { useOnce } from '../../../live/loadable.ts'
import { canUsePasskeys, isPasskeyProblem } from '../../../live/passkey-ceremonies.ts'
import { createPasskey } from '../../../live/passkeys.ts'
import { refreshUser, useUser } from '../../../live/session.ts'
import { withStepUp } from '../../../live/step-up.ts'
import { refusalMessage } from './form-refusal.ts'
import { dayText } from './session-rows.ts'
import styles from './Settings.module.css'

export function Passkeys() {
  const loaded = useOnce(factorCalls.listPasskeys, {})
  if (loaded.state === 'LOADING') return <Skeleton lines={4} label="Loading your passkeys" />
  if (loaded.state === 'FAILED') return <CouldNotLoad what="your passkeys" words={loaded.words} retry={loaded.retry} />
  return <PasskeyList first={loaded.data.results} />
}

/** Only one action runs at a time. This holds the running action and the result of the last one. */
function useDoing() {
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const act = async (work: () => Promise<string | undefined>): Promise<void> => {
    if (isBusy) return
    setIsBusy(true)
    setRefused(undefined)
    try {
      setRefused(await work())
    } catch (error) {
      setRefused(refusalMessage(error))
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, refused, act }
}

export function PasskeyList({ first }: { readonly first: readonly PasskeyView[] }) {
  const [passkeys, setPasskeys] = useState(first)
  const { isBusy, refused, act } = useDoing()
  const [removing, setRemoving] = useState<PasskeyView>()
  const add = (name: string, done: () => void) =>
    act(async () => {
      const made = await withStepUp(() => createPasskey(name))
      if (isPasskeyProblem(made)) return made.problem === 'DISMISSED' ? undefined : made.message
      setPasskeys((before) => [...before, made])
      done()
      await refreshUser()
      return undefined
    })
  const rename = (id: string, name: string, done: () => void) =>
    act(async () => {
      const renamed = await client.call(factorCalls.renamePasskey, { params: { id }, body: { name } })
      setPasskeys((before) => before.map((one) => (one.id === id ? renamed : one)))
      done()
      return undefined
    })
  const remove = ({ id }: PasskeyView) =>
    act(async () => {
      setRemoving(undefined)
      await withStepUp(() => client.call(factorCalls.removePasskey, { params: { id } }))
      setPasskeys((before) => before.filter((one) => one.id !== id))
      await refreshUser()
      return undefined
    })
  return (
    <div className={styles['sessions']}>
      {passkeys.length === 0 ? (
        <Empty
          icon={Fingerprint}
          title="No passkeys yet"
          text="A passkey signs you in with your device’s fingerprint, face or PIN. It cannot be typed into a fake page."
          action={canUsePasskeys() ? <Button onClick={goToName}>Name a passkey</Button> : <a href={links.faq}>Read about passkeys</a>}
        />
      ) : (
        <ul className={styles['rows']} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              onRename={(name, done) => void rename(passkey.id, name, done)}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
        </ul>
      )}
      <Protects count={passkeys.length} />
      <Refused words={refused} />
      {canUsePasskeys() ? (
        <div id={NAME_FIELD}>
          <NameForm label="Name of the new passkey" action="Add passkey" isBusy={isBusy} onSend={(name, done) => void add(name, done)} />
        </div>
      ) : (
        <p className={styles['rowtext']}>This browser does not support passkeys at this address.</p>
      )}
      <ConfirmDialog
        open={removing !== undefined}
        title="Remove the passkey?"
        onClose={() => setRemoving(undefined)}
        cancel="Cancel"
        confirm={{ label: 'Remove', kind: 'danger', onPress: () => removing !== undefined && void remove(removing) }}
      >
        {`You can no longer sign in with “${removing?.name ?? ''}”, and your other sessions end.`}
      </ConfirmDialog>
    </div>
  )
}

const NAME_FIELD = 'new-passkey'
const goToName = (): void => document.querySelector<HTMLElement>(`#${NAME_FIELD} input`)?.focus()

/** Explains before the first passkey is added what it changes, and how a user who loses it gets in (decision 0051). */
function Protects({ count }: { readonly count: number }) {
  const { has_totp_enabled: isOn } = useUser()
  return (
    <p className={styles['rowtext']} role="note">
      {isOn
        ? 'Sign in with a passkey alone, or use it after your password instead of the code. Your password alone is not enough.'
        : count === 0
          ? 'Once you add a passkey, your password alone is no longer enough. Sign in with the passkey alone, or use it after your password.'
          : `Sign in with a passkey alone, or use it after your password. Your password alone is not enough. ${count === 1 ? 'Add one on a second device too, or turn' : 'Turn'} on two-factor authentication to get backup codes. If you lose all your devices, only support can let you in.`}
    </p>
  )
}

type RowProps = {
  readonly passkey: PasskeyView
  readonly onRename: (name: string, done: () => void) => void
  readonly onRemove: () => void
}

function Row({ passkey, onRename, onRemove }: RowProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const used = passkey.last_used_at === null ? 'never used' : `last used ${dayText(passkey.last_used_at)}`
  return (
    <li className={styles['row']}>
      <Fingerprint size={17} className={styles['rowicon']} aria-hidden="true" />
      {isRenaming ? (
        <NameForm
          label={`New name of ${passkey.name}`}
          action="Save"
          initial={passkey.name}
          onSend={(name) => onRename(name, () => setIsRenaming(false))}
          onCancel={() => setIsRenaming(false)}
        />
      ) : (
        <>
          <div className={styles['rowwords']}>
            <p className={styles['rowtitle']}>{passkey.name}</p>
            <p className={styles['rowtext']}>{`Added ${dayText(passkey.created_at)} · ${used}${passkey.is_synced ? ' · synced' : ''}`}</p>
          </div>
          <Button size="small" kind="quiet" aria-label={`Rename ${passkey.name}`} onClick={() => setIsRenaming(true)}>
            Rename
          </Button>
          <Button size="small" aria-label={`Remove ${passkey.name}`} onClick={onRemove}>
            Remove
          </Button>
        </>
      )}
    </li>
  )
}

function NameForm(props: {
  readonly label: string
  readonly action: string
  readonly initial?: string
  readonly isBusy?: boolean
  readonly onSend: (name: string, done: () => void) => void
  readonly onCancel?: () => void
}) {
  const [name, setName] = useState(props.initial ?? '')
  const long = tooLongText(name, NAME_CHARACTERS)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && long === undefined && props.isBusy !== true) props.onSend(name.trim(), () => setName(''))
  }
  return (
    <form className={styles['nameform']} onSubmit={submit}>
      <Input
        aria-label={props.label}
        placeholder={props.label}
        error={long}
        autoFocus={props.initial !== undefined}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button
        type="submit"
        kind={props.initial === undefined ? 'primary' : 'default'}
        isBusy={props.isBusy ?? false}
        disabledReason={name.trim() === '' ? 'Enter a name first.' : long}
      >
        {props.action}
      </Button>
      {props.onCancel !== undefined && (
        <Button kind="quiet" onClick={props.onCancel}>
          Cancel
        </Button>
      )}
    </form>
  )
}

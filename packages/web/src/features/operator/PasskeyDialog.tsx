/** The operator's own passkeys: a list, and a form for a new one. Both changes ask for the second factor again. */
import { consoleClient, ConsoleError, type ConsolePasskeysView } from '@parley/client'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Input } from '../../components/Input.tsx'
import { Refused } from '../../components/Refused.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { NAME_CHARACTERS, tooLongText } from '../../components/text-limit.ts'
import { minuteText } from '../../components/time-text.ts'
import { canUsePasskeys, createCredential, isPasskeyProblem } from '../../live/passkey-ceremonies.ts'
import { endedBy, readPage, wordsOf } from './console-store.ts'
import styles from './PasskeyDialog.module.css'
import { ProofField } from './ProofField.tsx'
import { usePage } from './use-page.ts'
import { type Proof, useProof } from './use-proof.ts'

type Passkey = ConsolePasskeysView['passkeys'][number]

export function PasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, words } = usePage('passkeys')
  return (
    <Dialog open onClose={onClose} title="Your passkeys" width={460} outside="stays">
      <div className={styles['content']}>
        {data !== undefined ? (
          <Content {...data} />
        ) : words === undefined ? (
          <Skeleton lines={4} />
        ) : (
          <CouldNotLoad what="your passkeys" words={words} retry={() => void readPage('passkeys')} />
        )}
      </div>
    </Dialog>
  )
}

/** One change at a time, after the second factor. */
function useChange(proof: Proof) {
  const [refused, setRefused] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const change = async (work: () => Promise<string | undefined>): Promise<void> => {
    if (isBusy || proof.disabledReason !== undefined) return
    setIsBusy(true)
    setRefused(undefined)
    try {
      await proof.give()
      setRefused(await work())
      await readPage('passkeys')
    } catch (error) {
      if (error instanceof ConsoleError && error.code === 'StepUpRequired') proof.askAgain()
      if (!endedBy(error)) setRefused(wordsOf(error))
    }
    setIsBusy(false)
  }
  return { refused, isBusy, change }
}

function Content({ passkeys, are_offered: areOffered }: ConsolePasskeysView) {
  const proof = useProof('NEEDED')
  const { refused, isBusy, change } = useChange(proof)
  const remove = ({ id }: Passkey) => change(() => consoleClient.removePasskey(id).then(() => undefined))
  if (!areOffered)
    return <p className={styles['about']}>Passkeys are not available at this address. Set OPERATOR_URL to the address of the console.</p>
  return (
    <>
      <p className={styles['about']}>
        A passkey signs you in with the fingerprint, face or PIN of your device, without the password and the code. It cannot be typed into
        a fake page. Your password and your authenticator app still work.
      </p>
      {passkeys.length > 0 && (
        <ul className={styles['list']} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} reason={proof.disabledReason} onRemove={() => void remove(passkey)} />
          ))}
        </ul>
      )}
      <ProofField proof={proof} />
      <NewPasskey reason={proof.disabledReason} isBusy={isBusy} change={change} />
      <Refused words={refused} />
    </>
  )
}

type RowProps = { readonly passkey: Passkey; readonly reason: string | undefined; readonly onRemove: () => void }

const Row = ({ passkey: { label, created_at: added, last_used_at: used }, reason, onRemove }: RowProps) => (
  <li className={styles['row']}>
    <span className={styles['words']}>
      <strong>{label}</strong>
      <span className={styles['muted']}>
        Added {minuteText(added)}, {used === null ? 'never used' : `last used ${minuteText(used)}`}
      </span>
    </span>
    <Button size="small" aria-label={`Remove ${label}`} disabledReason={reason} onClick={onRemove}>
      Remove
    </Button>
  </li>
)

type NewProps = Pick<ReturnType<typeof useChange>, 'isBusy' | 'change'> & { readonly reason: string | undefined }

function NewPasskey({ reason, isBusy, change }: NewProps) {
  const [label, setLabel] = useState('')
  if (!canUsePasskeys()) return <p className={styles['about']}>This browser does not support passkeys at this address.</p>
  const long = tooLongText(label, NAME_CHARACTERS)
  const disabledReason = label.trim() === '' ? 'Enter a name first.' : (long ?? reason)
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (disabledReason !== undefined) return
    void change(async () => {
      const credential = await createCredential(consoleClient.newPasskeyOptions)
      if (isPasskeyProblem(credential)) return credential.problem === 'DISMISSED' ? undefined : credential.message
      await consoleClient.addPasskey(label.trim(), credential)
      setLabel('')
      return undefined
    })
  }
  return (
    <form className={styles['form']} onSubmit={add} noValidate aria-label="New passkey">
      <Input
        label="Name of the new passkey"
        hint="Such as the name of the device."
        error={long}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <Button type="submit" kind="primary" isBusy={isBusy} disabledReason={disabledReason}>
        Add passkey
      </Button>
    </form>
  )
}

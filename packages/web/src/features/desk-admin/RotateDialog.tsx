import { type ApiKeyView, deskCalls } from '@parley/contracts'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Refused } from '../../components/Refused.tsx'
import { client } from '../../live/api.ts'
import { sentenceOf, tryChange } from './change.ts'
import { reload } from './desk-lists.ts'
import styles from './Form.module.css'
import { Options } from './Options.tsx'
import { showSecret } from './shown-secret.ts'

const overlaps = [
  { value: '24', name: '24 hours', meaning: 'Both secrets work while you switch the program over.' },
  { value: '168', name: '7 days', meaning: 'For programs that other people maintain.' },
  { value: '1', name: '1 hour', meaning: 'When you switch it over right away.' },
  { value: '0', name: 'None', meaning: 'The old secret stops working immediately. Use this if it may have leaked.' },
] as const
type Hours = (typeof overlaps)[number]['value']

export function RotateDialog({ rotated, onClose }: { readonly rotated: ApiKeyView; readonly onClose: () => void }) {
  const [hours, setHours] = useState<Hours>('24')
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const send = async () => {
    if (isBusy) return
    setIsBusy(true)
    setRefused(undefined)
    const refusal = await tryChange(async () => {
      const key = await client.call(deskCalls.rotateApiKey, { params: { id: rotated.id }, body: { overlap_hours: Number(hours) } })
      onClose()
      showSecret({
        name: key.name,
        accessKey: undefined,
        secretKey: key.secret_key,
        previousUntil: key.previous_secret_until,
      })
    })
    if (refusal === undefined) return reload('keys')
    setIsBusy(false)
    setRefused(sentenceOf(refusal))
  }
  return (
    <Dialog open onClose={onClose} title={`New secret for ${rotated.name}`} width={460}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <p className={styles['note']}>
          The access key stays the same. The new secret is shown once. How long should the old one still be accepted?
        </p>
        <Options legend="Overlap" name="overlap" value={hours} options={overlaps} onChange={setHours} />
        <Refused words={refused} />
        <div className={styles['buttons']}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind={hours === '0' ? 'danger' : 'primary'} isBusy={isBusy}>
            Rotate
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import { Copy, Download, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Checkbox } from '../../components/Choice.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { downloadText } from '../../components/table-export.ts'
import { copyText } from './copy-text.ts'
import { dayText } from './moment-text.ts'
import { forgetSecret, type ShownSecret, useShownSecret } from './shown-secret.ts'
import styles from './SecretDialog.module.css'

export function SecretDialog() {
  const secret = useShownSecret((state) => state.secret)
  return secret === undefined ? null : <Shown secret={secret} />
}

/** Neither Escape nor a click outside closes this dialog, and leaving the page asks for confirmation, because the secret cannot be shown again. */
function Shown({ secret }: { readonly secret: ShownSecret }) {
  const [isStored, setIsStored] = useState(false)
  const [hasTried, setHasTried] = useState(false)
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [])
  const close = () => (isStored ? forgetSecret() : setHasTried(true))
  return (
    <Dialog open onClose={close} title={`Secret of ${secret.name}`} width={560} outside="stays">
      <div className={styles['body']}>
        <p className={styles['warning']}>
          <TriangleAlert size={15} aria-hidden="true" />
          {secret.accessKey === undefined
            ? 'This is the only time the secret is shown. Store it where your program reads it, and nowhere else.'
            : 'This is the only time both keys are shown. Store them where your program reads them, and nowhere else.'}
        </p>
        {secret.accessKey !== undefined && <Part what="Access key" text={secret.accessKey} />}
        <Part what="Secret key" text={secret.secretKey} />
        {secret.previousUntil !== null && (
          <p className={styles['note']}>The previous secret is accepted until {dayText(secret.previousUntil)}.</p>
        )}
        <div className={styles['row']}>
          <Button icon={<Download size={14} />} onClick={() => downloadText(`${fileName(secret.name)}.env`, envOf(secret), 'text/plain')}>
            Download as .env
          </Button>
          <span className={styles['stored']}>
            <Checkbox checked={isStored} onChange={setIsStored}>
              I have stored it
            </Checkbox>
          </span>
          <Button kind="primary" disabledReason={isStored ? undefined : 'Confirm first that you have stored the secret.'} onClick={close}>
            Done
          </Button>
        </div>
        {hasTried && !isStored && (
          <p className={styles['tried']} role="alert">
            The secret is lost when you close this window. Store it, then select “I have stored it”.
          </p>
        )}
      </div>
    </Dialog>
  )
}

const Part = ({ what, text }: { readonly what: string; readonly text: string }) => (
  <div className={styles['part']}>
    <span className={styles['label']}>{what}</span>
    <code className={styles['text']} aria-label={what}>
      {text}
    </code>
    <Button size="small" icon={<Copy size={13} />} aria-label={`Copy the ${what.toLowerCase()}`} onClick={() => void copyText(what, text)}>
      Copy
    </Button>
  </div>
)

const fileName = (name: string): string => `parley-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'key'}`

/** In the format that the example bot reads. After a rotation, the access key stays the same and is not included. */
const envOf = ({ accessKey, secretKey }: ShownSecret): string =>
  [
    `PARLEY_URL=${location.origin}`,
    ...(accessKey === undefined ? [] : [`PARLEY_ACCESS_KEY=${accessKey}`]),
    `PARLEY_SECRET_KEY=${secretKey}`,
    '',
  ].join('\n')

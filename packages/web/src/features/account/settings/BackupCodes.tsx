import { Download, KeySquare } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { useUser } from '../../../live/session.ts'
import { backupFile } from './backup-file.ts'
import { CopyButton } from './CopyButton.tsx'
import styles from './Settings.module.css'
import type { ViewProps } from './view.ts'

/** Shown only once: the server stores only hashes. */
export function BackupCodes({ go, carried }: ViewProps) {
  const user = useUser()
  const codes = carried.codes ?? []
  const { masked = [] } = carried
  if (masked.length > 0) return <MaskedCodes masked={masked} go={go} />
  if (codes.length === 0)
    return (
      <Empty
        icon={KeySquare}
        title="No backup codes to show"
        text="Backup codes are shown only when they are generated. You can generate new ones."
        action={<Button onClick={() => go('generate-codes')}>Generate new backup codes</Button>}
      />
    )
  return (
    <div className={styles['form']}>
      <p className={styles['lead']}>
        Keep these codes in a safe place. Each one works once instead of your authentication app. They are not shown again.
      </p>
      <ul className={styles['codes']} aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles['buttons']}>
        <CopyButton text={codes.join('\n')} label="Copy codes" />
        <Button
          icon={<Download size={14} />}
          onClick={() => download('parley-backup-codes.txt', backupFile(user.email, codes, Date.now()))}
        >
          Download
        </Button>
        <Button kind="primary" onClick={() => go('two-factor')}>
          Done
        </Button>
      </div>
    </div>
  )
}

/** The codes can no longer be read, but the used ones are known. */
function MaskedCodes({ masked, go }: { readonly masked: readonly boolean[]; readonly go: ViewProps['go'] }) {
  const left = masked.filter((isUsed) => !isUsed).length
  return (
    <div className={styles['form']}>
      <p className={styles['lead']}>
        {left} of {masked.length} {left === 1 ? 'is' : 'are'} left. Codes are shown in full only when they are generated. New codes replace
        them.
      </p>
      <ul className={styles['codes']} aria-label="Backup codes">
        {masked.map((isUsed, place) => (
          <li key={place}>{isUsed ? 'used' : '•••••-•••••'}</li>
        ))}
      </ul>
      <div className={styles['buttons']}>
        <Button kind="primary" onClick={() => go('generate-codes')}>
          Generate new codes
        </Button>
        <Button onClick={() => go('two-factor')}>Done</Button>
      </div>
    </div>
  )
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

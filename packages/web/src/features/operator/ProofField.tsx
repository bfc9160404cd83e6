import { KeyRound } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import { CodeInput } from '../../components/CodeInput.tsx'
import { Refused } from '../../components/Refused.tsx'
import { canUsePasskeys } from '../../live/passkey-ceremonies.ts'
import styles from './ProofField.module.css'
import type { Proof } from './use-proof.ts'

/** Asks for the second factor again. Shows nothing while it still counts. */
export function ProofField({ proof }: { readonly proof: Proof }) {
  if (!proof.isAsked) return null
  return (
    <div className={styles['proof']}>
      <CodeInput
        label="Code of your authenticator app"
        hint="Asked again because this takes something away or every user sees it. A code works once."
        value={proof.code}
        onChange={(event) => proof.setCode(event.target.value)}
      />
      {canUsePasskeys() && (
        <Button icon={<KeyRound size={15} />} isBusy={proof.isBusy} onClick={() => void proof.usePasskey()}>
          Use a passkey instead
        </Button>
      )}
      <Refused words={proof.refused} />
    </div>
  )
}

import { registrationCalls, type AgreementKindName } from '@parley/contracts'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { Skeleton } from '../../../components/Skeleton.tsx'
import { useOnce } from '../../../live/loadable.ts'
import styles from './Agreement.module.css'
import { AgreementReader } from './AgreementReader.tsx'

export const customersOf: Readonly<Record<AgreementKindName, string>> = { us: 'US customers', 'non-us': 'Non-US customers' }

/** The agreement in force for one group of customers, fetched and shown. */
export function AgreementScreen(props: {
  readonly kind: AgreementKindName
  readonly onAccept: (kind: AgreementKindName) => void
  readonly isSending: boolean
  readonly refused?: string | undefined
  readonly onBack?: (() => void) | undefined
  readonly aside?: ReactNode
  readonly hint?: ReactNode
}) {
  const { kind, onAccept, ...rest } = props
  const agreement = useOnce(registrationCalls.getAgreement, { params: { kind } })
  switch (agreement.state) {
    case 'LOADING':
      return (
        <main className={styles['page']}>
          <div className={styles['loading']}>
            <Skeleton lines={8} label="Loading the agreement" />
          </div>
        </main>
      )
    case 'FAILED':
      return <Unable onBack={rest.onBack} />
    case 'LOADED':
      return (
        <AgreementReader
          {...rest}
          about={`${customersOf[kind]} · dated ${agreement.data.dated}`}
          sections={agreement.data.sections}
          url={agreement.data.url}
          onAccept={() => onAccept(kind)}
        />
      )
  }
}

/** A user who came from a form can return to it. Reloading would lose the entries. */
const Unable = ({ onBack }: { readonly onBack: (() => void) | undefined }) => (
  <main className={styles['unable']}>
    <Empty
      icon={CircleAlert}
      tone="danger"
      title="Unable to load the Agreements. Please reload the page"
      text="You can start when you have accepted them."
      action={
        <div className={styles['waysOut']}>
          {onBack !== undefined && <Button onClick={onBack}>Back</Button>}
          <Button kind="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      }
    />
  </main>
)

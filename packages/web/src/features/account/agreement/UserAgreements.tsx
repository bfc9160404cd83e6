import { accountCalls, type UserAgreementView } from '@parley/contracts'
import { CircleAlert } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Starting } from '../../../components/Starting.tsx'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { client } from '../../../live/api.ts'
import { showError } from '../../../live/error-popup.ts'
import { useOnce } from '../../../live/loadable.ts'
import { refreshUser, useUser } from '../../../live/session.ts'
import styles from './Agreement.module.css'
import { AdministratorHint, Leave } from './AgreementOverlay.tsx'
import { AgreementReader } from './AgreementReader.tsx'
import { customersOf } from './AgreementScreen.tsx'
import { sectionsOf } from './agreement-text.ts'

/** The newer flow loads all agreements in force, shows those that are not accepted one after the other, and loads the list again. */
export function UserAgreements() {
  const listed = useOnce(accountCalls.listUserAgreements, {})
  switch (listed.state) {
    case 'LOADING':
      return <Starting />
    case 'FAILED':
      return (
        <main className={styles['unable']}>
          <Empty
            icon={CircleAlert}
            tone="danger"
            title="Unable to fetch the Agreements"
            text={listed.words}
            action={
              <Button kind="primary" onClick={listed.retry}>
                Try again
              </Button>
            }
          />
        </main>
      )
    case 'LOADED':
      return <Due initial={listed.data.results} />
  }
}

function Due({ initial }: { readonly initial: readonly UserAgreementView[] }) {
  const [agreements, setAgreements] = useState(initial)
  const next = agreements.find(({ accepted_at }) => accepted_at === null)
  const isDone = next === undefined
  // When nothing is left to accept, the reloaded user has no agreements due and the gate opens.
  useEffect(() => {
    if (isDone) void refreshUser().catch(() => showError('Unable to load the Agreements. Please reload the page'))
  }, [isDone])
  return next === undefined ? <Starting /> : <OneAgreement key={next.argumentId} agreement={next} onAccepted={setAgreements} />
}

function OneAgreement(props: {
  readonly agreement: UserAgreementView
  readonly onAccepted: (agreements: readonly UserAgreementView[]) => void
}) {
  const { argumentId, kind, title, url, content } = props.agreement
  const user = useUser()
  const [isSending, setIsSending] = useState(false)
  const sections = useMemo(() => sectionsOf(content), [content])
  const accept = async () => {
    setIsSending(true)
    try {
      props.onAccepted((await client.call(accountCalls.acceptUserAgreement, { body: { agreement: argumentId } })).results)
    } catch {
      setIsSending(false)
      showError('Unable to Accept the Agreement')
    }
  }
  return (
    <AgreementReader
      about={`${customersOf[kind]} · ${title}`}
      sections={sections}
      url={url}
      onAccept={() => void accept()}
      isSending={isSending}
      aside={<Leave />}
      hint={<AdministratorHint user={user} />}
    />
  )
}

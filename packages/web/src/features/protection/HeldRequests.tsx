import { UserCheck } from 'lucide-react'
import { heldRequestCalls, type HeldRequestView } from '@parley/contracts'
import { hasRight } from '@parley/core'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { toast } from '../../components/toasts.ts'
import { write } from '../../live/api.ts'
import { errorMessage } from '../../live/loadable.ts'
import { useUser } from '../../live/session.ts'
import { isStepUpGivenUp, withStepUp } from '../../live/step-up.ts'
import { useNow } from '../../live/use-live.ts'
import { classNames } from '../../theme/class-names.ts'
import styles from './Protection.module.css'
import { untilText } from './protection-text.ts'

const TICK_MS = 500

/** The requests that wait for the approval of a second person, on every screen of the desk until they end (rulebook 11.15). */
export function HeldRequests({ held }: { readonly held: readonly HeldRequestView[] }) {
  const now = useNow(TICK_MS)
  return held
    .filter(({ state, expires_at }) => state === 'HELD' && expires_at > now)
    .map((one) => <Line key={one.id} held={one} now={now} />)
}

function Line({ held, now }: { readonly held: HeldRequestView; readonly now: number }) {
  const user = useUser()
  const isOwn = held.sender === user.id
  return (
    <section className={classNames(styles['banner'], styles['calm'])} aria-label="Waiting for approval">
      <UserCheck size={16} aria-hidden="true" />
      <p className={styles['bannerWords']}>
        <b>{isOwn ? 'Waiting for a colleague to approve:' : `${held.sender_name} asks for approval:`}</b> {held.summary}{' '}
        <span className={styles['countdown']}>{untilText(held.expires_at, now)}</span>
      </p>
      {isOwn ? <Withdraw held={held} /> : hasRight(user.role, 'Trade') && <Decide held={held} />}
    </section>
  )
}

type Act = { readonly title: string; readonly run: () => Promise<HeldRequestView> }

/** Sends one decision at a time and shows its result. */
function useDeciding() {
  const [isBusy, setIsBusy] = useState(false)
  const decide = async ({ title, run }: Act): Promise<void> => {
    setIsBusy(true)
    try {
      const { result, summary } = await run()
      if (result?.error == null) toast({ key: 'held-request', tone: 'done', title, text: summary })
      else toast({ key: 'held-request', tone: 'refused', title: `${title}, but rejected`, text: result.message ?? undefined })
    } catch (error) {
      if (!isStepUpGivenUp(error)) toast({ key: 'held-request', tone: 'refused', title: 'Not done', text: errorMessage(error) })
    }
    setIsBusy(false)
  }
  return { isBusy, decide }
}

function Decide({ held: { id } }: { readonly held: HeldRequestView }) {
  const { isBusy, decide } = useDeciding()
  const input = { params: { id } }
  const decline = { title: 'Declined', run: () => write(heldRequestCalls.declineHeldRequest, input) }
  const approve = { title: 'Approved', run: () => withStepUp(() => write(heldRequestCalls.approveHeldRequest, input)) }
  return (
    <>
      <Button size="small" isBusy={isBusy} onClick={() => void decide(decline)}>
        Decline
      </Button>
      <Button size="small" kind="primary" isBusy={isBusy} onClick={() => void decide(approve)}>
        Approve
      </Button>
    </>
  )
}

function Withdraw({ held: { id } }: { readonly held: HeldRequestView }) {
  const { isBusy, decide } = useDeciding()
  const withdraw = { title: 'Withdrawn', run: () => write(heldRequestCalls.withdrawHeldRequest, { params: { id } }) }
  return (
    <Button size="small" isBusy={isBusy} onClick={() => void decide(withdraw)}>
      Withdraw
    </Button>
  )
}

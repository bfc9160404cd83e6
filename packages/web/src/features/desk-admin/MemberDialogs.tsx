import { deskCalls, type MemberView } from '@parley/contracts'
import { displayRole, hasRight } from '@parley/core'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Refused } from '../../components/Refused.tsx'
import { toast } from '../../components/toasts.ts'
import { client } from '../../live/api.ts'
import { sentenceOf, tryChange } from './change.ts'
import { ConfirmChange, type Confirmation } from './ConfirmChange.tsx'
import { reload } from './desk-lists.ts'
import styles from './Form.module.css'
import { HeldKeys, type KeysOutcome, useHeldKeys } from './HeldKeys.tsx'
import { type MemberTask, nameOf } from './member-columns.tsx'
import { Options } from './Options.tsx'
import { roleOptions } from './role-options.ts'
import { SentInvitations } from './SentInvitations.tsx'

export const MemberDialogs = ({ task, onClose }: { readonly task: MemberTask; readonly onClose: () => void }) =>
  task.kind === 'role' ? (
    <RoleDialog member={task.member} onClose={onClose} />
  ) : (
    <AccessDialog kind={task.kind} member={task.member} onClose={onClose} />
  )

type AccessTask = { readonly kind: 'suspend' | 'restore' | 'remove'; readonly member: MemberView }

function AccessDialog({ kind, member, onClose }: AccessTask & { readonly onClose: () => void }) {
  const keys = useHeldKeys(member)
  const [outcome, setOutcome] = useState<KeysOutcome>('SUSPEND')
  const { consequence, ...change } = confirmationOf(kind, member, outcome)
  const words = (
    <>
      {consequence}
      {kind !== 'restore' && <HeldKeys member={member} keys={keys} outcome={outcome} onChange={setOutcome} />}
      {kind !== 'restore' && <SentInvitations member={member} />}
    </>
  )
  return <ConfirmChange change={{ ...change, consequence: words }} onClose={onClose} />
}

const withReload = async (call: Promise<unknown>): Promise<void> => {
  await call
  await Promise.all([reload('members'), reload('keys'), reload('invitations')])
}

function confirmationOf(kind: AccessTask['kind'], member: MemberView, keys: KeysOutcome): Confirmation {
  const name = nameOf(member)
  const params = { id: member.id }
  switch (kind) {
    case 'suspend':
      return {
        title: `Suspend ${name}?`,
        consequence: `${name} is signed out everywhere immediately and cannot sign in until you restore them. Their open orders are cancelled.`,
        label: 'Suspend',
        kind: 'danger',
        run: () => withReload(client.call(deskCalls.updateMember, { params, body: { state: 'SUSPENDED', keys } })),
        done: `${name} suspended`,
      }
    case 'restore':
      return {
        title: `Restore ${name}?`,
        consequence: `${name} can sign in again, as ${displayRole(member.role)}. Suspended API keys stay suspended until you restore each one.`,
        label: 'Restore',
        kind: 'primary',
        run: () => withReload(client.call(deskCalls.updateMember, { params, body: { state: 'ACTIVE' } })),
        done: `${name} restored`,
      }
    case 'remove':
      return {
        title: `Remove ${name} from the desk?`,
        consequence: `${name} is signed out everywhere immediately and their open orders are cancelled. To come back, they need a new invitation. Their history stays in the audit log.`,
        label: 'Remove',
        kind: 'danger',
        run: () => withReload(client.call(deskCalls.removeMember, { params, query: { keys } })),
        done: `${name} removed`,
      }
  }
}

function RoleDialog({ member, onClose }: { readonly member: MemberView; readonly onClose: () => void }) {
  const [role, setRole] = useState(member.role)
  const keys = useHeldKeys(member)
  const [outcome, setOutcome] = useState<KeysOutcome>('SUSPEND')
  const losesKeys = !hasRight(role, 'Trade')
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const send = async () => {
    if (isBusy || role === member.role) return
    setIsBusy(true)
    setRefused(undefined)
    const refusal = await tryChange(() =>
      withReload(
        client.call(deskCalls.updateMember, { params: { id: member.id }, body: { role, ...(losesKeys ? { keys: outcome } : {}) } }),
      ),
    )
    setIsBusy(false)
    if (refusal !== undefined) return setRefused(sentenceOf(refusal))
    toast({ key: 'change', tone: 'done', title: `${nameOf(member)} is now ${displayRole(role)}` })
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={`Role of ${nameOf(member)}`} width={460}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Options legend="Role" name="role" value={role} options={roleOptions} onChange={setRole} />
        <p className={styles['note']}>
          Changes take effect immediately, including in open sessions. Open orders of members who lose trading rights are cancelled.
        </p>
        {losesKeys && role !== member.role && <HeldKeys member={member} keys={keys} outcome={outcome} onChange={setOutcome} />}
        {!hasRight(role, 'Administer') && <SentInvitations member={member} />}
        <Refused words={refused} />
        <div className={styles['buttons']}>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            kind="primary"
            isBusy={isBusy}
            disabledReason={role === member.role ? 'They already have this role. Choose another one.' : undefined}
          >
            Change role
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

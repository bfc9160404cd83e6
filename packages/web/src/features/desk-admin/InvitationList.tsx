import { deskCalls, type InvitationView, type MemberView } from '@parley/contracts'
import { displayRole } from '@parley/core'
import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { StatusBadge, type Tone } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import type { Column } from '../../components/table-column.ts'
import { Empty } from '../../components/Empty.tsx'
import { client } from '../../live/api.ts'
import { buttonColumn, momentColumn, RowButton, RowButtons, textColumn } from './cells.tsx'
import { ConfirmChange, type Confirmation } from './ConfirmChange.tsx'
import { reload, useList, useLists } from './desk-lists.ts'
import { nameOf } from './member-columns.tsx'
import { Records } from './Records.tsx'

const stateLabels: Readonly<Record<InvitationView['state'], { readonly words: string; readonly tone: Tone }>> = {
  OPEN: { words: 'Open', tone: 'open' },
  ACCEPTED: { words: 'Accepted', tone: 'mine' },
  WITHDRAWN: { words: 'Withdrawn', tone: 'faint' },
  EXPIRED: { words: 'Expired', tone: 'warn' },
}

/** The reason why it can be neither sent again nor withdrawn. Undefined while it is open. */
const closedReason: Readonly<Record<InvitationView['state'], string | undefined>> = {
  OPEN: undefined,
  ACCEPTED: 'This person has already joined.',
  WITHDRAWN: 'It was withdrawn. Send a new invitation.',
  EXPIRED: 'It has expired. Send a new invitation.',
}

const rowId = (invitation: InvitationView): string => invitation.id

export function InvitationList({ onInvite }: { readonly onInvite: () => void }) {
  const invitations = useList('invitations')
  const { members } = useLists()
  const [change, setChange] = useState<Confirmation>()
  return (
    <>
      <Records
        name="desk-invitations"
        label="invitations"
        columns={columnsOf(members ?? [], setChange)}
        rows={invitations}
        rowId={rowId}
        tone={(invitation) => (invitation.state === 'OPEN' ? undefined : 'closed')}
        empty={
          <Empty
            icon={MailPlus}
            title="No invitations yet"
            text="People join the desk through an invitation sent by email."
            action={
              <Button kind="primary" onClick={onInvite}>
                Send an invitation
              </Button>
            }
          />
        }
      />
      {change !== undefined && <ConfirmChange change={change} onClose={() => setChange(undefined)} />}
    </>
  )
}

const columnsOf = (members: readonly MemberView[], ask: (change: Confirmation) => void): readonly Column<InvitationView>[] => {
  const inviter = ({ created_by: by }: InvitationView): string => {
    const member = members.find((one) => one.id === by)
    return member === undefined ? by : nameOf(member)
  }
  return [
    { ...textColumn('email', 'Email', 220, (row: InvitationView) => row.email), grows: 1, cell: (row) => <span>{row.email}</span> },
    textColumn('role', 'Role', 126, (row) => displayRole(row.role)),
    {
      id: 'state',
      heading: 'State',
      width: 100,
      cell: (row) => <StatusBadge tone={stateLabels[row.state].tone}>{stateLabels[row.state].words}</StatusBadge>,
      text: (row) => stateLabels[row.state].words,
    },
    textColumn('by', 'Invited by', 140, inviter, { dropsAt: 3 }),
    momentColumn('created', 'Sent', (row) => row.created_at, { dropsAt: 4 }),
    momentColumn('expires', 'Expires', (row) => row.expires_at, { dropsAt: 2 }),
    buttonColumn(196, (row) => (
      <RowButtons>
        <RowButton label="Send again" of={`to ${row.email}`} disabledReason={closedReason[row.state]} onPress={() => ask(resend(row))} />
        <RowButton label="Withdraw" of={row.email} disabledReason={closedReason[row.state]} onPress={() => ask(withdraw(row))} />
      </RowButtons>
    )),
  ]
}

const resend = ({ id, email }: InvitationView): Confirmation => ({
  title: 'Send the invitation again?',
  consequence: `${email} gets a new link. The previous link stops working.`,
  label: 'Send again',
  kind: 'primary',
  run: async () => {
    await client.call(deskCalls.resendInvitation, { params: { id } })
    await reload('invitations')
  },
  done: `Invitation sent again to ${email}`,
})

const withdraw = ({ id, email }: InvitationView): Confirmation => ({
  title: 'Withdraw the invitation?',
  consequence: `The link that was sent to ${email} stops working immediately. You can invite the same person again.`,
  label: 'Withdraw',
  kind: 'danger',
  run: async () => {
    await client.call(deskCalls.withdrawInvitation, { params: { id } })
    await reload('invitations')
  },
  done: `Invitation to ${email} withdrawn`,
})

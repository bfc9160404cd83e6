import { type ApiKeyView, deskCalls } from '@parley/contracts'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { client } from '../../live/api.ts'
import { ConfirmChange } from './ConfirmChange.tsx'
import { reload, useList } from './desk-lists.ts'
import { HowToUse } from './HowToUse.tsx'
import { keyColumns, type KeyTask } from './key-columns.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { keyStateOf } from './key-rules.ts'
import { Page } from './Page.tsx'
import { Records } from './Records.tsx'
import { RotateDialog } from './RotateDialog.tsx'

const KEYS_PER_DESK = 20
const rowId = (key: ApiKeyView): string => key.id

export function ApiKeys() {
  const keys = useList('keys')
  const [task, setTask] = useState<KeyTask | { readonly kind: 'create' }>()
  const count = keys.state === 'LOADED' ? keys.data.length : 0
  const create = (
    <Button
      kind="primary"
      icon={<Plus size={15} />}
      disabledReason={count >= KEYS_PER_DESK ? `A desk can have at most ${KEYS_PER_DESK} API keys. Revoke one first.` : undefined}
      onClick={() => setTask({ kind: 'create' })}
    >
      New key
    </Button>
  )
  return (
    <Page
      title="API keys"
      about="For programs that quote and trade for your desk. The secret is shown once, when the key is created."
      actions={create}
    >
      <Records
        name="desk-keys"
        label="API keys"
        columns={keyColumns(setTask)}
        rows={keys}
        rowId={rowId}
        tone={(key) => (['EXPIRED', 'SUSPENDED'].includes(keyStateOf(key, Date.now())) ? 'closed' : undefined)}
        empty={
          <Empty
            icon={KeyRound}
            title="No API keys yet"
            text="Create one key per program, with only the rights it needs. You can then revoke one without stopping the others."
            action={
              <Button kind="primary" onClick={() => setTask({ kind: 'create' })}>
                Create first key
              </Button>
            }
          />
        }
      />
      <HowToUse compatible={keys.state === 'LOADED' ? keys.data.filter((key) => key.is_compatible).map(({ name }) => name) : []} />
      {task !== undefined && <Task task={task} onClose={() => setTask(undefined)} />}
    </Page>
  )
}

function Task({ task, onClose }: { readonly task: KeyTask | { readonly kind: 'create' }; readonly onClose: () => void }) {
  switch (task.kind) {
    case 'create':
      return <KeyDialog onClose={onClose} />
    case 'edit':
      return <KeyDialog edited={task.key} onClose={onClose} />
    case 'rotate':
      return <RotateDialog rotated={task.key} onClose={onClose} />
    case 'restore':
      return (
        <ConfirmChange
          onClose={onClose}
          change={{
            title: `Restore ${task.key.name}?`,
            consequence:
              'Programs that use this key can connect again, and you become its holder. The previous holder may know its secret, so rotate it.',
            label: 'Restore',
            kind: 'primary',
            run: async () => {
              await client.call(deskCalls.updateApiKey, { params: { id: task.key.id }, body: { state: 'ACTIVE' } })
              await reload('keys')
            },
            done: `${task.key.name} restored`,
          }}
        />
      )
    case 'revoke':
      return (
        <ConfirmChange
          onClose={onClose}
          change={{
            title: `Revoke ${task.key.name}?`,
            consequence:
              'Programs that use this key are disconnected immediately and their open orders are cancelled. The key cannot be restored.',
            label: 'Revoke',
            kind: 'danger',
            run: async () => {
              await client.call(deskCalls.revokeApiKey, { params: { id: task.key.id } })
              await reload('keys')
            },
            done: `${task.key.name} revoked`,
          }}
        />
      )
  }
}

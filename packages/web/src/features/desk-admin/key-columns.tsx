import type { ApiKeyView } from '@parley/contracts'
import { isoText } from '../../components/time-text.ts'
import { StatusBadge, type Tone } from '../../components/Badge.tsx'
import type { Column } from '../../components/table-column.ts'
import { Ago, buttonColumn, momentColumn, Muted, RowButton, RowButtons, textColumn } from './cells.tsx'
import { compatibleMeaning, type KeyState, keyStateOf, scopeName, socketLabel } from './key-rules.ts'
import { dayText } from './moment-text.ts'

export type KeyTask = { readonly kind: 'edit' | 'rotate' | 'revoke' | 'restore'; readonly key: ApiKeyView }

const stateLabels: Readonly<Record<KeyState, { readonly words: string; readonly tone: Tone }>> = {
  SUSPENDED: { words: 'Suspended', tone: 'danger' },
  EXPIRED: { words: 'Expired', tone: 'danger' },
  ROTATING: { words: 'Two secrets', tone: 'warn' },
  EXPIRES_SOON: { words: 'Expires soon', tone: 'warn' },
  UNUSED: { words: 'Never used', tone: 'plain' },
  IN_USE: { words: 'In use', tone: 'open' },
}

function stateTitle(key: ApiKeyView, state: KeyState): string | undefined {
  if (state === 'SUSPENDED') return 'Its holder can no longer trade for the desk. Restore it or revoke it.'
  return state === 'ROTATING' && key.previous_secret_until !== null
    ? `The previous secret is accepted until ${dayText(key.previous_secret_until)}.`
    : undefined
}

const addressSummary = ({ allowed_addresses: list }: ApiKeyView): string =>
  list.length === 0 ? 'Anywhere' : list.length === 1 ? list[0]! : `${list[0]} and ${list.length - 1} more`

export const keyColumns = (onTask: (task: KeyTask) => void): readonly Column<ApiKeyView>[] => [
  { ...textColumn('name', 'Name', 120, (key: ApiKeyView) => key.name), grows: 1, cell: (key) => <b title={key.name}>{key.name}</b> },
  {
    id: 'access-key',
    heading: 'Access key',
    width: 104,
    dropsAt: 3,
    cell: (key) => <Muted title="The full access key was shown once, when the key was created.">{key.access_key_prefix}…</Muted>,
    text: (key) => key.access_key_prefix,
  },
  {
    id: 'state',
    heading: 'State',
    width: 104,
    cell: (key) => {
      const state = keyStateOf(key, Date.now())
      return (
        <span title={stateTitle(key, state)}>
          <StatusBadge tone={stateLabels[state].tone}>{stateLabels[state].words}</StatusBadge>
        </span>
      )
    },
    text: (key) => stateLabels[keyStateOf(key, Date.now())].words,
  },
  textColumn('scopes', 'Permissions', 106, (key) => scopeName(key.scopes), { dropsAt: 2 }),
  {
    id: 'sockets',
    heading: 'Sockets',
    width: 92,
    dropsAt: 4,
    cell: (key) => <Muted title={key.is_compatible ? compatibleMeaning : undefined}>{socketLabel(key)}</Muted>,
    text: socketLabel,
  },
  {
    id: 'addresses',
    heading: 'Allowed IPs',
    width: 150,
    dropsAt: 6,
    cell: (key) => <Muted title={key.allowed_addresses.join('\n')}>{addressSummary(key)}</Muted>,
    text: (key) => key.allowed_addresses.join(' '),
  },
  momentColumn('expires', 'Expires', (key) => key.expires_at, { dropsAt: 5, none: 'Never' }),
  {
    id: 'last-use',
    heading: 'Last use',
    width: 150,
    dropsAt: 4,
    cell: (key) =>
      key.last_used_at === null ? (
        <Muted>Never</Muted>
      ) : (
        <Muted>
          <Ago at={key.last_used_at} />
          {key.last_used_address !== null && ` · ${key.last_used_address}`}
        </Muted>
      ),
    fileHeading: 'Last use (UTC)',
    text: (key) => (key.last_used_at === null ? '' : `${isoText(key.last_used_at)} ${key.last_used_address ?? ''}`.trim()),
    sortBy: (key) => key.last_used_at ?? undefined,
  },
  buttonColumn(192, (key) => (
    <RowButtons>
      {key.suspended_at === null ? (
        <>
          <RowButton label="Edit" of={key.name} onPress={() => onTask({ kind: 'edit', key })} />
          <RowButton label="Rotate" of={key.name} onPress={() => onTask({ kind: 'rotate', key })} />
        </>
      ) : (
        <RowButton label="Restore" of={key.name} onPress={() => onTask({ kind: 'restore', key })} />
      )}
      <RowButton label="Revoke" of={key.name} onPress={() => onTask({ kind: 'revoke', key })} />
    </RowButtons>
  )),
]

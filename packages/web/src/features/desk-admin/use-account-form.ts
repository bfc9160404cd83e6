/** The form of a venue account: its fields, the response of the venue, and saving. */
import { accountCalls, venueAccountCalls, type KeyCheckView, type VenueAccountView } from '@parley/contracts'
import {
  fieldRefusal,
  venueForms,
  withDefaultAccount,
  type AccountVenue,
  type ProductCode,
  type SaveAs,
  type VenueCode,
} from '@parley/core'
import { useState } from 'react'
import { NAME_CHARACTERS } from '../../components/text-limit.ts'
import { toast } from '../../components/toasts.ts'
import { useForm, type FormRefusal } from '../../components/use-form.ts'
import { client } from '../../live/api.ts'
import { refreshUser, useUser } from '../../live/session.ts'
import { tryChange } from './change.ts'
import { reload } from './desk-lists.ts'

export type VenueAccountTask =
  | { readonly kind: 'add'; readonly venue: AccountVenue }
  | { readonly kind: 'replace'; readonly venue: AccountVenue; readonly account: VenueAccountView }

type Texts = Readonly<Record<string, string>>
/** Whether it is the default of the desk at the venue, and the products for which it is the default of the user. */
export type DefaultFor = { readonly all: boolean; readonly products: readonly ProductCode[] }

export type AccountForm = ReturnType<typeof useAccountForm>

export function useAccountForm(task: VenueAccountTask, onDone: () => void) {
  const { venue } = task
  const { fields, secret } = venueForms[venue]
  const user = useUser()
  const [answer, setAnswer] = useState<{ readonly check: KeyCheckView; readonly of: string }>()
  const [defaultFor, setDefaultFor] = useState<DefaultFor>({ all: false, products: [] })
  const [saving, setSaving] = useState<SaveAs>()
  const entered = (values: Texts): Texts => Object.fromEntries(fields.map(({ name }) => [name, values[name]!.trim()]))
  const keyOf = (values: Texts): string => JSON.stringify(entered(values))
  const form = useForm<Texts>({
    initial: { ...(task.kind === 'add' ? { name: '' } : {}), ...initialOf(task) },
    most: task.kind === 'add' ? { name: NAME_CHARACTERS } : {},
    check: (values) => ({
      ...(task.kind === 'add' && values['name']!.trim() === '' ? { name: 'Enter a name for the account.' } : {}),
      ...Object.fromEntries(
        fields.map((field) => [field.name, wordsOfField(fieldRefusal(field, values[field.name]!.trim()), field.label)]),
      ),
    }),
    send: (values) => (secret === 'KEY' && !isReady(checkOf(values)) ? check(values) : save(values, 'PROVED')),
  })
  const checkOf = (values: Texts): KeyCheckView | undefined => (answer?.of === keyOf(values) ? answer.check : undefined)
  const check = (values: Texts) =>
    tryChange(async () => {
      const said = await client.call(venueAccountCalls.checkVenueKey, { body: { venue, ...entered(values) } })
      setAnswer({ check: said, of: keyOf(values) })
    })
  const save = async (values: Texts, as: SaveAs): Promise<FormRefusal<Texts> | undefined> => {
    const refusal = await tryChange(async () => {
      const name = values['name']?.trim() ?? ''
      const account = await saved(task, { name, fields: entered(values), save: as, isDefault: defaultFor.all })
      if (!account.is_read_only) await chooseProducts(account, venue as VenueCode, defaultFor.products, user.preferences.data)
      await reload('venueAccounts')
      toast({ key: 'change', tone: 'done', title: doneText(task, account.name) })
    })
    if (refusal === undefined) onDone()
    return refusal
  }
  const said = checkOf(form.values)
  return {
    ...{
      form,
      said,
      isReady: secret !== 'KEY' || isReady(said),
      isStale: answer !== undefined && said === undefined,
      defaultFor,
      setDefaultFor,
    },
    saving,
    checkAgain: async () => {
      const refusal = await check(form.values)
      if (refusal !== undefined) form.refuse(refusal)
    },
    saveAs: async (as: SaveAs) => {
      if (saving !== undefined) return
      setSaving(as)
      const refusal = await save(form.values, as)
      setSaving(undefined)
      if (refusal !== undefined) form.refuse(refusal)
    },
  }
}

const doneText = (task: VenueAccountTask, name: string): string =>
  task.kind === 'add' ? `${name} connected` : venueForms[task.venue].secret === 'KEY' ? `${name} has a new key` : `${name} saved`

/** A key that the venue allows to settle, or one that cannot be checked from here. */
const isReady = (check: KeyCheckView | undefined): boolean => check !== undefined && (check.may_settle || check.outcome === 'NOT_ASKED')

const wordsOfField = (refusal: ReturnType<typeof fieldRefusal>, label: string): string | undefined =>
  refusal?.message === 'This field is required' ? `Enter the ${label}.` : refusal?.message

/** Details that are not secret are prefilled. */
const initialOf = (task: VenueAccountTask): Texts =>
  Object.fromEntries(venueForms[task.venue].fields.map(({ name }) => [name, (task.kind === 'replace' && task.account.details[name]) || '']))

type Saving = { readonly name: string; readonly fields: Texts; readonly save: SaveAs; readonly isDefault: boolean }

function saved(task: VenueAccountTask, { name, fields, save, isDefault }: Saving): Promise<VenueAccountView> {
  return task.kind === 'add'
    ? client.call(venueAccountCalls.addVenueAccount, { body: { venue: task.venue, name, is_default: isDefault, save, ...fields } })
    : client.call(venueAccountCalls.updateVenueAccount, {
        params: { id: task.account.id },
        body: { ...fields, save, ...(isDefault && { is_default: true as const }) },
      })
}

async function chooseProducts(
  { id }: VenueAccountView,
  venue: VenueCode,
  codes: readonly ProductCode[],
  preferences: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (codes.length === 0) return
  const data = codes.reduce((before, code) => withDefaultAccount(before, venue, code, id), preferences)
  await client.call(accountCalls.savePreferences, { body: { data } })
  await refreshUser()
}

/** What each desk was told of its own orders and quotes, step by step: what of them was hidden when, and how they stood where others read them. */
import type { NoteRow } from '../../engine/journal.ts'
import { noted } from '../../group-rfq/notes.ts'

type Stood = { readonly seq: number; readonly isHidden: boolean; readonly price: string }
export type OwnAsTold = ReadonlyMap<string, readonly Stood[]>

type Told = {
  readonly id: number | string
  readonly price: string
  readonly quantity: string
  readonly type?: string
  readonly is_hidden?: boolean
}

/** The order or quote that a note is about. */
function aboutOf({ data }: NoteRow): Told {
  const told = JSON.parse(data) as Told & { readonly quote?: Told }
  return told.quote ?? told
}

export function ownAsTold(all: readonly (readonly NoteRow[])[]): OwnAsTold {
  const own = new Map<string, Stood[]>()
  for (const note of all.flat()) {
    if (note.channel !== 'orders' && note.channel !== noted.quote) continue
    const { id, type, is_hidden: isHidden = type === 'HIDDEN', price } = aboutOf(note)
    const before = own.get(String(id))
    const stood = { seq: note.seq, isHidden, price }
    if (before === undefined) own.set(String(id), [stood])
    else before.push(stood)
  }
  return own
}

/** Of what is shown anything; of what has just been hidden that it leaves, as it stood there and with nothing remaining. */
export function mayBeTold(own: OwnAsTold, note: NoteRow): boolean {
  const { id, price, quantity } = aboutOf(note)
  const steps = (own.get(String(id)) ?? []).filter(({ seq }) => seq <= note.seq)
  const [now, before] = [steps.at(-1), steps.at(-2)]
  if (now === undefined || !now.isHidden) return now !== undefined
  return note.event === 'REMOVED' && quantity === '0' && before !== undefined && !before.isHidden && before.price === price
}

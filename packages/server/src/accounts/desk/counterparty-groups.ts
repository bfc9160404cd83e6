/** The groups of makers that a desk can send RFQs to: its own groups and the operator's (rulebook 2.14). */
import { groupFor, groupRefusal, refuse, type CounterpartyGroup, type DeskId, type MakerGroup, type Refusal } from '@parley/core'
import type { CounterpartyGroupView } from '@parley/contracts'
import { about, type Actor } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { changeOrRefuse, lockDesk } from '../change-or-refuse.ts'
import type { Directory } from './directory.ts'

type Wanted = { readonly name?: string | undefined; readonly makers?: readonly string[] | undefined }

export function createCounterpartyGroups(book: Book, directory: Directory) {
  const askableBy = (desk: DeskId) => (maker: DeskId) => directory.approved(desk, maker) && directory.desk(maker)?.isMaker === true
  const present = (group: MakerGroup, desk: DeskId, by: CounterpartyGroupView['made_by']): CounterpartyGroupView => {
    const { makers, leftOut } = groupFor(group, askableBy(desk))
    return { id: group.id, name: group.name, made_by: by, makers: [...makers], left_out: [...leftOut] }
  }
  const of = (desk: DeskId): readonly CounterpartyGroup[] => book.accounts.groups.get(desk) ?? []

  /** Locks the desk, because the number of its groups is limited. */
  async function save(actor: Actor, id: string | undefined, wanted: Wanted): Promise<CounterpartyGroupView | Refusal> {
    const known = of(actor.desk).find((group) => group.id === id)
    const name = wanted.name ?? known?.name ?? ''
    const makers = [...new Set((wanted.makers ?? known?.makers ?? []).map((maker) => maker.toUpperCase() as DeskId))]
    const saved: CounterpartyGroup = { id: id ?? crypto.randomUUID(), desk: actor.desk, name, makers }
    const refused = await changeOrRefuse(book, about(actor, 'SaveCounterpartyGroup', name, { makers: makers.join(' ') }), async (tx) => {
      await lockDesk(tx, actor.desk)
      const groups = await tx<CounterpartyGroup[]>`select id, desk, name, makers from counterparty_group where desk = ${actor.desk}`
      const refusal = groupRefusal(groups, { id, name, makers }, askableBy(actor.desk), book.accounts.groupsOfOperator)
      if (refusal !== undefined) return refusal
      await tx`
        insert into counterparty_group (id, desk, name, makers) values (${saved.id}, ${actor.desk}, ${name}, ${makers})
        on conflict (id) do update set name = excluded.name, makers = excluded.makers`
      return 'changed'
    })
    return refused ?? present(saved, actor.desk, 'DESK')
  }

  return {
    list: (desk: DeskId) => ({
      results: [
        ...of(desk).map((group) => present(group, desk, 'DESK')),
        ...book.accounts.groupsOfOperator.map((group) => present(group, desk, 'OPERATOR')),
      ],
    }),
    create: (actor: Actor, wanted: Wanted) => save(actor, undefined, wanted),
    update: (actor: Actor, id: string, wanted: Wanted) => save(actor, id, wanted),
    remove: (actor: Actor, id: string): Promise<Refusal | undefined> => {
      const name = of(actor.desk).find((group) => group.id === id)?.name ?? id
      return changeOrRefuse(book, about(actor, 'DeleteCounterpartyGroup', name), async (tx) => {
        const gone = await tx`delete from counterparty_group where id = ${id} and desk = ${actor.desk} returning id`
        return gone.length === 0 ? refuse('NotFound', '2.14', 'Group not found.') : 'changed'
      })
    },
  }
}

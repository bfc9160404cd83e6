/** A desk's own groups of makers, by which it chooses whom it asks (rulebook 2.14). */
import type { DeskId } from '../ids.ts'
import { refuse, type Refusal } from '../refusal.ts'

export const groupLimits = { groupsPerDesk: 50, makersPerGroup: 200, nameCharacters: 32 } as const

export type CounterpartyGroup = { readonly id: string; readonly desk: DeskId; readonly name: string; readonly makers: readonly DeskId[] }

type Wanted = Pick<CounterpartyGroup, 'name' | 'makers'> & { readonly id: string | undefined }
export type GroupRefusal = 'TooManyGroups' | 'GroupNameTaken' | 'NotFound'

/** The first refusal: as many groups as there may be, a name in use, a maker that the desk may not ask and that was not in the group. */
export function groupRefusal(
  groups: readonly CounterpartyGroup[],
  wanted: Wanted,
  isAskable: (maker: DeskId) => boolean,
): Refusal<GroupRefusal> | undefined {
  const before = groups.find(({ id }) => id === wanted.id)
  if (wanted.id !== undefined && before === undefined) return refuse('NotFound', '2.14', 'There is no such group.')
  if (before === undefined && groups.length >= groupLimits.groupsPerDesk)
    return refuse('TooManyGroups', '2.14', `A desk has at most ${groupLimits.groupsPerDesk} groups; delete one first.`)
  if (groups.some(({ id, name }) => id !== wanted.id && name.toLowerCase() === wanted.name.toLowerCase()))
    return refuse('GroupNameTaken', '2.14', `There is a group called ${wanted.name}; choose another name.`, 'name')
  const unknown = wanted.makers.find((maker) => !isAskable(maker) && before?.makers.includes(maker) !== true)
  return unknown === undefined ? undefined : refuse('NotFound', '2.14', `${unknown} is no maker that your desk may ask.`, 'makers')
}

/** A maker that may not be asked any more falls out, and comes back with its approval. */
export const groupFor = ({ makers }: CounterpartyGroup, isAskable: (maker: DeskId) => boolean) => ({
  makers: makers.filter((maker) => isAskable(maker)),
  leftOut: makers.filter((maker) => !isAskable(maker)),
})

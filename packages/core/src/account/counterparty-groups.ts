/**
 * Groups of makers, by which a desk chooses the makers of an RFQ (rulebook 2.14): its own groups, the operator's, and LP, which is every maker that
 * it can ask.
 */
import type { DeskId } from '../ids.ts'
import { refuse, type Refusal } from '../refusal.ts'

export const groupLimits = { groupsPerDesk: 50, makersPerGroup: 200, nameCharacters: 32 } as const

export type MakerGroup = { readonly id: string; readonly name: string; readonly makers: readonly DeskId[] }
export type CounterpartyGroup = MakerGroup & { readonly desk: DeskId }

/** The group of every maker that the desk can ask. */
export const ALL_MAKERS = 'LP'
const isNamed =
  (name: string) =>
  (group: Pick<MakerGroup, 'name'>): boolean =>
    group.name.trim().toLowerCase() === name.trim().toLowerCase()

type Wanted = Pick<CounterpartyGroup, 'name' | 'makers'> & { readonly id: string | undefined }
export type GroupRefusal = 'TooManyGroups' | 'GroupNameTaken' | 'NotFound'

/** Returns the first refusal: too many groups, a name in use, or a maker that the desk cannot ask and that was not in the group before. */
export function groupRefusal(
  groups: readonly CounterpartyGroup[],
  wanted: Wanted,
  isAskable: (maker: DeskId) => boolean,
  ofOperator: readonly Pick<MakerGroup, 'name'>[] = [],
): Refusal<GroupRefusal> | undefined {
  const before = groups.find(({ id }) => id === wanted.id)
  if (wanted.id !== undefined && before === undefined) return refuse('NotFound', '2.14', 'Group not found.')
  if (before === undefined && groups.length >= groupLimits.groupsPerDesk)
    return refuse('TooManyGroups', '2.14', `A desk can have at most ${groupLimits.groupsPerDesk} groups. Delete one first.`)
  const others = [...groups.filter(({ id }) => id !== wanted.id), ...ofOperator, { name: ALL_MAKERS }]
  if (others.some(isNamed(wanted.name)))
    return refuse('GroupNameTaken', '2.14', `A group named ${wanted.name} already exists. Choose another name.`, 'name')
  const unknown = wanted.makers.find((maker) => !isAskable(maker) && before?.makers.includes(maker) !== true)
  return unknown === undefined ? undefined : refuse('NotFound', '2.14', `${unknown} is not a maker that your desk can ask.`, 'makers')
}

/** A maker that can no longer be asked is left out, and included again once it is approved. */
export const groupFor = ({ makers }: Pick<MakerGroup, 'makers'>, isAskable: (maker: DeskId) => boolean) => ({
  makers: makers.filter((maker) => isAskable(maker)),
  leftOut: makers.filter((maker) => !isAskable(maker)),
})

/** The groups by name, and the makers named individually. If no makers are named, the groups decide. */
type AskedByGroups = { readonly groups: readonly string[]; readonly makers: readonly DeskId[] }

/**
 * Groups are asked as a whole, under their own names (rulebook 4.15). If makers are also named, they decide who is asked, and must include every
 * maker of each group. So a group that has grown since then never adds a maker that the taker did not see.
 */
export function askedByGroups(
  { groups: names, makers }: AskedByGroups,
  known: readonly MakerGroup[],
  eligible: readonly DeskId[],
): AskedByGroups | Refusal<'CounterpartyMissing' | 'CounterpartyNotEligible'> {
  const all: MakerGroup = { id: ALL_MAKERS, name: ALL_MAKERS, makers: eligible }
  const found: MakerGroup[] = []
  for (const name of names) {
    const group = [...known, all].find(isNamed(name))
    if (group === undefined)
      return refuse('CounterpartyNotEligible', '4.15', `There is no group named ${name}; ${choiceOf(known)}.`, 'groups')
    found.push(group)
  }
  const asked = found.map((group) => ({ ...group, makers: groupFor(group, (maker) => eligible.includes(maker)).makers }))
  const empty = asked.find((group) => group.makers.length === 0)
  if (empty !== undefined)
    return refuse(
      'CounterpartyMissing',
      '4.15',
      `No maker of ${empty.name} can be asked for this RFQ. Name another group or individual makers.`,
      'groups',
    )
  for (const group of makers.length === 0 ? [] : asked) {
    const left = group.makers.filter((maker) => !makers.includes(maker))
    if (left.length > 0)
      return refuse(
        'CounterpartyMissing',
        '4.15',
        `${left.join(', ')} of ${group.name} is not among the counterparties. Name every maker of the group, or the group alone.`,
        'groups',
      )
  }
  const members = [...new Set(asked.flatMap((group) => group.makers))]
  return { groups: [...new Set(asked.map(({ name }) => name))], makers: makers.length === 0 ? members : makers }
}

const choiceOf = (known: readonly MakerGroup[]): string => `your desk can use ${[...known.map(({ name }) => name), ALL_MAKERS].join(', ')}`

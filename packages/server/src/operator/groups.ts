/** Groups of makers that the operator creates for every desk to send RFQs to (rulebook 2.14). */
import { ALL_MAKERS, groupLimits, type DeskId } from '@parley/core'
import { byOperator, deskOf, OperatorProblem } from './operator-problem.ts'
import type { OperatorServices } from './operator-services.ts'

/** Creates the group, or replaces the makers of the group with that name. */
export async function setGroup(services: OperatorServices, given: string, tickers: readonly string[]): Promise<void> {
  const { book } = services
  const name = given.trim()
  if (name === '' || name.length > groupLimits.nameCharacters)
    throw new OperatorProblem(`A group needs a name of at most ${groupLimits.nameCharacters} characters.`)
  if (name.toUpperCase() === ALL_MAKERS)
    throw new OperatorProblem(`${ALL_MAKERS} is reserved for all makers that a desk can send RFQs to. Choose another name.`)
  const makers = [...new Set(tickers)].map((ticker): DeskId => {
    const { ticker: maker, isMaker } = deskOf(book, ticker.trim())
    if (!isMaker) throw new OperatorProblem(`${maker} is not a market maker.`)
    return maker
  })
  if (makers.length > groupLimits.makersPerGroup)
    throw new OperatorProblem(`A group can have at most ${groupLimits.makersPerGroup} makers.`)
  const change = byOperator(services, 'SetMakerGroup', name, { detail: { makers: makers.join(' ') } })
  await book.change(
    change,
    (tx) => tx`
      insert into counterparty_group (id, desk, name, makers) values (${crypto.randomUUID()}, null, ${name}, ${makers})
      on conflict (coalesce(desk, ''), lower(name)) do update set name = excluded.name, makers = excluded.makers`,
  )
}

export async function removeGroup(services: OperatorServices, given: string): Promise<void> {
  const { book } = services
  const group = book.accounts.groupsOfOperator.find(({ name }) => name.toLowerCase() === given.trim().toLowerCase())
  if (group === undefined) throw new OperatorProblem(`There is no group ${given}.`)
  await book.change(
    byOperator(services, 'RemoveMakerGroup', group.name),
    (tx) => tx`delete from counterparty_group where id = ${group.id} and desk is null`,
  )
}

/** Firms and their desks: the operator creates, suspends and introduces them. */
import { decideApproval, isRefusal, leaderDay, type DeskId, type Instant } from '@parley/core'
import type { Actor } from '../accounts/actor.ts'
import { commandLine } from '../audit/author.ts'
import { pairOf, standingOf } from '../accounts/rows.ts'
import { newId } from '../accounts/tokens.ts'
import { limitNewDesk, newDeskTexts } from '../protection/settings.ts'
import { byOperator, deskOf, OperatorProblem } from './operator-problem.ts'
import type { OperatorServices } from './operator-services.ts'

export type NewDesk = {
  readonly ticker: string
  readonly name: string
  readonly firmName: string
  readonly isMaker: boolean
  /** NONE for a desk whose programs have their own limits. */
  readonly limits?: 'NEW_DESK' | 'NONE'
  /** For a firm that is created together with the desk. */
  readonly naming?: FirmNaming
}

const TICKER = /^[A-Z0-9]{3,6}$/

/** NAMED: the firm has agreed to be shown by name on the leaderboard from its first day (rulebook 20.9). */
export type FirmNaming = 'NAMED' | 'UNNAMED'

export async function createFirm(
  services: OperatorServices,
  name: string,
  naming: FirmNaming = 'UNNAMED',
): Promise<{ readonly id: string }> {
  const { book, now } = services
  const found = [...book.accounts.firms.values()].find((firm) => firm.name === name)
  if (found !== undefined) return { id: found.id }
  const id = newId('f')
  const isNamed = naming === 'NAMED'
  await book.change(byOperator(services, 'CreateFirm', id, isNamed ? { detail: { isNamed } } : {}), async (tx) => {
    await tx`insert into firm (id, name, leaderboard_anonymity, created_at) values (${id}, ${name}, ${!isNamed}, ${now()})`
    if (isNamed) await tx`insert into leaderboard_choice (firm, from_day, is_named) values (${id}, ${leaderDay(now())}, true)`
  })
  return { id }
}

export async function createDesk(
  services: OperatorServices,
  { ticker: typed, name, firmName, isMaker, limits = 'NEW_DESK', naming = 'UNNAMED' }: NewDesk,
): Promise<{ readonly ticker: DeskId }> {
  const { book, now } = services
  const ticker = typed.toUpperCase() as DeskId
  if (!TICKER.test(ticker)) throw new OperatorProblem(`A ticker must have 3 to 6 capital letters or digits; ${typed} does not.`)
  if (book.accounts.desks.has(ticker)) return { ticker }
  const firm = await createFirm(services, firmName, naming)
  const isLimited = limits === 'NEW_DESK'
  await book.change(
    byOperator(services, 'CreateDesk', ticker, { desk: ticker, ...(isLimited && { detail: newDeskTexts }) }),
    async (tx) => {
      await tx`
      insert into desk (ticker, name, firm, is_maker, created_at) values (${ticker}, ${name}, ${firm.id}, ${isMaker}, ${now()})`
      if (isLimited) await limitNewDesk(tx, ticker)
    },
  )
  return { ticker }
}

/** Access of its users and keys ends immediately, and the desk's open orders are cancelled. Members who were already suspended stay suspended. */
export async function suspendDesk(services: OperatorServices, ticker: string): Promise<void> {
  const { book, now } = services
  const desk = deskOf(book, ticker)
  if (desk.suspendedAt !== null) return
  await book.change(
    byOperator(services, 'SuspendDesk', desk.ticker, { desk: desk.ticker }),
    (tx) => tx`update desk set suspended_at = ${now()} where ticker = ${desk.ticker}`,
  )
}

export async function restoreDesk(services: OperatorServices, ticker: string): Promise<void> {
  const { book } = services
  const desk = deskOf(book, ticker)
  if (desk.suspendedAt === null) return
  await book.change(
    byOperator(services, 'RestoreDesk', desk.ticker, { desk: desk.ticker }),
    (tx) => tx`update desk set suspended_at = null where ticker = ${desk.ticker}`,
  )
}

export async function approveMutually(
  { book, now, author = commandLine, desk: service }: OperatorServices,
  first: string,
  second: string,
): Promise<void> {
  const [a, b] = pairOf(deskOf(book, first).ticker, deskOf(book, second).ticker)
  if (a === b) throw new OperatorProblem('A desk does not need to approve itself.')
  const actor = (ticker: DeskId): Actor => ({ desk: ticker, name: author.actor, now: now() as Instant })
  const standing = () => standingOf(book.accounts, a, b).approval
  if (!isRefusal(decideApproval(standing(), { kind: 'Ask', actor: a }, now() as Instant))) await service.approve('Ask', actor(a), b)
  const asked = standing()
  if (asked.state === 'ASKED') await service.approve('Approve', actor(asked.by === a ? b : a), asked.by)
}

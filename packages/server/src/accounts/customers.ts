/** A caller is the customer of one entity, depending on the accepted agreement, and trades the products of that entity (rulebook 2.17, 2.18). */
import {
  hasRight,
  isOffered,
  offerRefusal,
  product,
  products,
  productsFor,
  productsOf,
  refuseCustomer,
  refuseWithoutAgreement,
} from '@parley/core'
import type { AgreementKind, RfqKind, DeskId, ProductCode, Refusal, Structure, UserId } from '@parley/core'
import type { Caller } from '../calls/route.ts'
import { acceptedInForce } from './agreements/in-force.ts'
import type { Book } from './accounts-snapshot.ts'
import { alsoOfferedTo, type Accounts, type KeyRow, type UserRow } from './rows.ts'

export type Customers = ReturnType<typeof createCustomers>

type MarketToTrade = readonly [audience: RfqKind, structure: Structure] | readonly [audience: 'VAULT_AUCTION' | 'PERPETUAL']

/** The reason why this caller may not trade in a market of this kind. Every kind of market asks it. */
export type Eligibility = (caller: Caller, ...asked: MarketToTrade) => Refusal | undefined

export const everybodyEligible: Eligibility = () => undefined

export function createCustomers(book: Book) {
  const agreementOf = (caller: Caller): AgreementKind | undefined => agreementIn(book.accounts, caller)
  return {
    /** The reason why the caller may not trade at all. */
    tradeRefusal: (caller: Caller): Refusal | undefined => refuseWithoutAgreement(agreementOf(caller)),
    eligibilityRefusal(caller, ...asked) {
      const agreement = agreementOf(caller)
      const cleared = usClearedIn(book.accounts)
      if (asked.length === 1) return refuseCustomer(agreement, { audience: asked[0] }, cleared)
      const [audience, structure] = asked
      const { venue } = structure.legs[0]!.instrument
      return (
        refuseCustomer(agreement, { audience, products: productsOf(structure) }, cleared) ??
        offerRefusal(venue, alsoOfferedTo(book.accounts, caller.desk))
      )
    },
  } satisfies {
    readonly tradeRefusal: (caller: Caller) => Refusal | undefined
    readonly eligibilityRefusal: Eligibility
  }
}

/** The flag `us_cleared_DO` makes a product available through the US entity as well. All such flags are off by default. */
export const usClearedIn = ({ flags }: Accounts): ReadonlySet<ProductCode> =>
  new Set(products.filter(({ code }) => flags.get(`us_cleared_${code}`)?.isEnabled === true).map(({ code }) => code))

/** The products that the user may trade by direct RFQ at the desk; empty before an agreement is accepted. */
export function eligibleProducts(accounts: Accounts, user: UserRow, desk: DeskId): readonly ProductCode[] {
  const agreement = acceptedInForce(user)
  if (agreement === undefined) return []
  const also = alsoOfferedTo(accounts, desk)
  return productsFor(agreement, usClearedIn(accounts)).filter((code) => isOffered(product(code)!.venue, also))
}

function agreementIn(accounts: Accounts, { kind, user, via }: Caller): AgreementKind | undefined {
  if (kind === 'session') return agreementOfPerson(accounts, user)
  const key = accounts.keysById.get(via)
  return key === undefined ? undefined : agreementOfKey(accounts, key)
}

const agreementOfPerson = (accounts: Accounts, id: UserId): AgreementKind | undefined => {
  const user = accounts.users.get(id)
  return user === undefined ? undefined : acceptedInForce(user)
}

/** A key trades under the agreement of the user who holds it. A key held by the operator trades under that of the desk's administrators. */
function agreementOfKey(accounts: Accounts, { desk, heldBy }: KeyRow): AgreementKind | undefined {
  if (accounts.users.has(heldBy as UserId)) return agreementOfPerson(accounts, heldBy as UserId)
  const members = (accounts.members.get(desk) ?? []).filter(({ suspendedAt }) => suspendedAt === null)
  // The operator creates desks without members and has a paper contract with their firm.
  if (members.length === 0) return 'non-us'
  const administrators = members.filter(({ role }) => hasRight(role, 'Administer'))
  const accepted = (administrators.length === 0 ? members : administrators).map(({ user }) => agreementOfPerson(accounts, user))
  return accepted.find((agreement) => agreement === 'non-us') ?? accepted.find((agreement) => agreement !== undefined)
}
